import { expect, test } from 'vitest'
import { deviceOf } from './device'

const MOZILLA = 'Mozilla/5.0'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${MOZILLA} (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome, Android'],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 YaBrowser/25.10 Safari/537.36`,
    'Яндекс Браузер, Windows',
  ],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`, 'Edge, Windows'],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 (KHTML) Version/18.0 Safari/605`, 'Safari, macOS'],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 CriOS/142.0 Mobile Safari/604`,
    'Chrome, iPhone',
  ],
  [`${MOZILLA} (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605 Version/17.0 Mobile Safari/604`, 'Safari, iPad'],
  [`${MOZILLA} (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0`, 'Firefox, Linux'],
  [
    `${MOZILLA} (Linux; Android 13; SM-A525F) ${WEBKIT} SamsungBrowser/23.0 Chrome/115.0 Mobile Safari/537.36`,
    'Samsung Internet, Android',
  ],
  ['curl/8.5.0', 'curl'],
  ['<script>', 'Неизвестное устройство'],
  ['', 'Неизвестное устройство'],
  [null, 'Неизвестное устройство'],
])('%s', (agent, device) => expect(deviceOf(agent)).toBe(device))
