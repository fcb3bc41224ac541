/**
 * The application's own role. It may read and write the rows of a company, and nothing else: the owner of the tables
 * only migrates.
 */
import { PlainError } from '../base/plain-error'
import { withClient } from './migrate'

interface Role {
  name: string
  /** row-level security does not bind it */
  unbound: boolean
  /** it owns some of our tables, or may become a role that does */
  owns: boolean
  /** it may lower itself to sadok_app */
  belongs: boolean
}

async function readRole(url: string): Promise<Role> {
  const { rows } = await withClient(url, (client) =>
    client.query<Role>(
      `select rolname as name, rolsuper or rolbypassrls as unbound,
         exists (select from pg_roles where rolname = 'sadok_app' and pg_has_role(oid, 'member')) as belongs,
         exists (select from pg_class
           where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'member')) as owns
       from pg_roles where rolname = current_user`,
    ),
  )
  return rows[0]!
}

/** Throws a PlainError when row-level security does not apply to the role. Called before the role creates anything. */
export async function refuseUnbound(url: string, variable = 'DATABASE_URL'): Promise<void> {
  const { name, unbound } = await readRole(url)
  if (!unbound) return
  throw new PlainError(
    `${variable}: ${name} обходит защиту строк. Нужна обычная роль, см. README.\n` +
      `${variable}: ${name} bypasses row-level security. An ordinary role is needed, see README.`,
  )
}

/**
 * Checks the role of the application, once the tables exist. One that owns them is refused when `apart` says that there
 * is another role for migrations, else there is a warning.
 */
export async function checkRole(url: string, apart: boolean, log: (line: string) => void): Promise<void> {
  const { name, owns, belongs } = await readRole(url)
  if (!belongs) {
    throw new PlainError(
      `DATABASE_URL: роль ${name} не входит в sadok_app: GRANT sadok_app TO ${name}\n` +
        `DATABASE_URL: the role ${name} is no member of sadok_app: GRANT sadok_app TO ${name}`,
    )
  }
  if (!owns) return
  if (apart) {
    throw new PlainError(
      `DATABASE_URL: роль ${name} владеет таблицами. Приложению нужна своя роль, владелец — в DATABASE_OWNER_URL, см. README.\n` +
        `DATABASE_URL: the role ${name} owns the tables. The application needs a role of its own, the owner is for DATABASE_OWNER_URL, see README.`,
    )
  }
  log(
    `Внимание: приложение входит в базу владельцем таблиц. Задайте ему отдельную роль и DATABASE_OWNER_URL, см. README.\n` +
      `Warning: the application works as the owner of the tables. Give it a role of its own and set DATABASE_OWNER_URL, see README.`,
  )
}
