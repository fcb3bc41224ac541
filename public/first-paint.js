// Before the first pixel, and while the scripts are on their way; a file of its own, because the server forbids inline
// scripts.

// chooses the theme
const chosen = localStorage.getItem('mantine-color-scheme-value')
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
const language = localStorage.getItem('language') === 'en' ? 'en' : 'ru'
document.documentElement.lang = language

// begins what the main page asks for; src/web/calls/first-calls.ts hands the answers over
if (location.pathname === '/' && localStorage.getItem('signed-out-here') === null) {
  const ask = (url) => fetch(url, { credentials: 'same-origin', headers: { 'Accept-Language': language } })
  const user = ask('/api/user')
  // where nobody has signed in yet, the rest would only be refused
  const known = localStorage.getItem('pages-of') !== null
  const next = (url) => [url, known ? ask(url) : user.then((answer) => (answer.ok ? ask(url) : undefined))]
  const rest = ['/api/cages', '/api/locations', '/api/recent', '/api/notices']
  window.firstCalls = new Map([['/api/user', user], ...rest.map(next)])
  // whoever takes an answer hears that it failed; one that nobody takes is no fault
  for (const answer of window.firstCalls.values()) answer.catch(() => undefined)
}
