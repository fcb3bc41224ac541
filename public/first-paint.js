// Chooses the theme before the first pixel; a file of its own, because the server forbids inline scripts.
const chosen = localStorage.getItem('mantine-color-scheme-value')
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
document.documentElement.lang = localStorage.getItem('language') === 'en' ? 'en' : 'ru'
