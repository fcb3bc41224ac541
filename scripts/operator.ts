/**
 * npm run operator -- someone@example.com: makes a person the operator of this installation, who manages its companies;
 * «off» after the address takes that away.
 */
import { appointOperator } from '../src/server/accounts/operator'
import { PlainError } from '../src/server/base/plain-error'
import { onDatabase } from './on-database'

const [given = '', word] = process.argv.slice(2)
const address = given.trim().toLowerCase()
const on = word !== 'off'

await onDatabase(async (ownerUrl) => {
  if (!(await appointOperator(ownerUrl, address, on)))
    throw new PlainError(
      `Никто не входит с адресом «${address}». npm run operator -- адрес [off]\n` +
        `Nobody signs in with the address «${address}». npm run operator -- address [off]`,
    )
  console.log(on ? `${address}: оператор / operator` : `${address}: больше не оператор / no longer operator`)
})
