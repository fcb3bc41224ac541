/** A company with one of everything, for a fuzz of the whole API. */
import { randomUUID } from 'node:crypto'
import type { AnyKind } from '../../core/documents/engine/operation.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { movementCalls } from '../../features/warehouse/movements/movement-calls.contract'
import { measurementCalls } from '../../core/cages/measurement.contract'
import { workshopGoodCalls } from '../../core/goods/good-calls.contract'
import { valueCalls } from '../../core/goods/value/value.contract'
import { invitationCalls } from '../../features/access/invitation/invitation.contract'
import { userCalls } from '../../features/people/person/users.contract'
import { roleCalls } from '../../features/people/roles/roles.contract'
import { companyCalls } from '../../features/companies/companies.contract'
import { externalOutput, outsideCalls } from '../../features/outside/outside.contract'
import type { Endpoint } from '../../shared/contract'
import type { Farm } from '../farm/farm'
import { plainRows } from '../farm/plain-lists'
import { makeJobs } from './failed-jobs'
import { makeNorms } from './fuzz-norms'
import { makeFeeding } from './feeding-world'
import { makePast } from './fuzz-past'
import { makeViews } from './fuzz-views'
import { rightValues, type Values, type World } from './fuzz'
import { openSecretBox } from '../../server/second-factor/secret-box'
import { newToken } from '../../server/session'
import { hashPassword } from '../../server/passwords'
import { type Session, TEST_PASSWORD, tokenOf } from '../session'

/** Makes the company's things; `mark` stands in every name, so that a leak shows. */
export async function makeWorld(farm: Farm, as: Session, mark: string): Promise<World> {
  return makeOperations(farm, as, mark, await makeThings(farm, as, mark))
}

async function makeThings(farm: Farm, as: Session, mark: string) {
  const [location, species, stock, feed, medicine] = await Promise.all([
    farm.module(`Модуль ${mark}`, { as }),
    farm.species(`Вид ${mark}`, { as }),
    farm.stock(`Склад ${mark}`, { as }),
    farm.good({ name: `Корм ${mark}`, as }),
    farm.good({ name: `Препарат ${mark}`, type: 'medicine', as }),
  ])
  const net = await farm.item({ stock: stock.id, name: `Дель ${mark}`, date: farm.daysAgo(20), as })
  const boat = await farm.item({ stock: stock.id, name: `Лодка ${mark}`, type: 'boat', date: farm.daysAgo(20), as })
  const fuel = await farm.good({ name: `Бензин ${mark}`, type: 'gasoline', measure: 'liter', as })
  const cage = await farm.cage({ location: location.id, number: `1${mark}`, as })
  const [barn, product] = await Promise.all([
    farm.stock(`Второй склад ${mark}`, { as }),
    farm.call(workshopGoodCalls.create, { name: `Филе ${mark}`, type: 'fillet', measure: 'kg' }, { as }),
  ])
  const [target, generation, category, counterparty, employee, spent, plain] = await Promise.all([
    farm.cage({ location: location.id, number: `2${mark}`, as }),
    farm.generation({ species: species.id, name: `Генерация ${mark}`, as }),
    farm.category(`Категория ${mark}`, { as }),
    farm.counterparty(`Контрагент ${mark}`, { as }),
    farm.employee(`Сотрудник ${mark}`, { as }),
    farm.spendingCategory(`Статья ${mark}`, { as }),
    plainRows(farm, as, `Строка ${mark}`),
  ])
  return {
    location,
    species,
    stock,
    barn,
    product,
    feed,
    medicine,
    net,
    boat,
    fuel,
    cage,
    target,
    generation,
    category,
    counterparty,
    employee,
    spent,
    plain,
  }
}

type Things = Awaited<ReturnType<typeof makeThings>>

async function makeOperations(farm: Farm, as: Session, mark: string, things: Things): Promise<World> {
  const { location, species, stock, feed, medicine, net, cage, target, generation, category } = things
  const { counterparty, employee, barn, product, spent, boat, fuel, plain } = things
  const bring = (good: number) => farm.adding({ good, stock: stock.id, count: 1000, date: farm.daysAgo(20), as })
  const adding = await bring(feed.id)
  const made = { id: product.id, stock: stock.id, count: 1000, date: farm.daysAgo(20), time: '08:00' }
  await farm.call(workshopGoodCalls.transact, made, { as })
  await bring(medicine.id)
  await bring(fuel.id)
  const group = { generation_id: generation.id, age_category_id: category.id }
  const links = {
    cage_id: cage.id,
    cageId: cage.id,
    from_id: cage.id,
    to_id: target.id,
    stock_id: stock.id,
    to_stock_id: barn.id,
  }
  const lines = [{ good_id: feed.id, amount: 1, price: 10 }]
  const goods = { feed_type_id: feed.id, good_id: medicine.id, stock: stock.id, lines }
  const names = {
    location_id: location.id,
    species_id: species.id,
    generationId: generation.id,
    category_id: category.id,
    net_id: net.id,
    item_id: boat.id,
    list: [{ id: cage.id, x: 10, y: 10, number: '1', value: 8, cage_id: cage.id }],
    counterparty_id: counterparty.id,
    employee_id: employee.id,
    spending_category_id: spent.id,
  }
  const batch = { [cage.id]: { ...group, ...goods, stock_id: stock.id, volume: 1, count: 1 } }
  const fields: Values = { ...group, ...links, ...goods, ...names, batch, cage_ids: [cage.id] }
  const ids: Record<string, number> = { '/cages/{id}': cage.id, '/transactions/{id}': adding.id }
  const { one, balance } = valueCalls.good
  for (const path of ['/goods/{id}', '/transact-good/{id}', movementCalls.list.path, one.path, balance.path])
    ids[path] = feed.id
  const valued = valueCalls.workshop_good
  for (const { path } of [workshopGoodCalls.transact, valued.one, valued.balance]) ids[path] = product.id
  const lists = { location, species, generation, stock, counterparty, employee, age_category: category, item: net }
  const others = { spending_category: spent, good: feed, workshop_good: product, '{model}': species }
  for (const [model, row] of Object.entries({ ...plain, ...lists, ...others }))
    for (const path of ['', 'archive/', 'unarchive/']) ids[`/crud/${model}/${path}{id}`] = row.id
  Object.assign(ids, { '/age-category/{id}': category.id, '/items/{id}': net.id })
  const { moveItem, refillItem, operations, addOperation } = movementCalls
  for (const { path } of [moveItem, refillItem, operations, addOperation]) ids[path] = boat.id
  const start = { date: farm.daysAgo(19), time: '08:00', ...group, to_id: cage.id, count: 10_000, avg_weight: 0.2 }
  await farm.call(kinds.stocking.create, start, { as })
  const lift = { from_id: cage.id, count: 5, reason: 'sending_to_workshop', stock_id: stock.id }
  const lifted = await farm.call(
    kinds.withdrawal.create,
    { date: farm.daysAgo(10), time: '08:00', ...group, ...lift },
    { as },
  )
  const used = [{ good_id: feed.id, count: 1, stock_id: stock.id }]
  const out = [{ workshop_good_id: product.id, count: 1, stock_id: stock.id }]
  Object.assign(fields, {
    batch_id: lifted.batch!.id,
    consumable_goods: used,
    result_workshop_goods: out,
    from_goods: used,
    from_workshop_goods: out,
    to_workshop_goods: out,
  })
  for (const path of ['/batches/{id}', '/batches/{id}/periods', '/cancel-batch/{id}']) ids[path] = lifted.batch!.id
  const places: Record<string, Values> = Object.fromEntries(
    (Object.values(kinds) as unknown as AnyKind[])
      .filter(({ goodKind }) => goodKind === 'workshop_good')
      .flatMap((kind) => [kind.create, kind.update, kind.previewCreate, kind.previewUpdate])
      .map(({ path }) => [path, { lines: [{ good_id: product.id, amount: 1 }] }]),
  )
  // what is counted has to be enough for the others
  const counted = kinds.stocktake
  for (const { path } of [counted.create, counted.update, counted.previewCreate, counted.previewUpdate])
    places[path] = { lines: [{ good_id: feed.id, amount: 900 }] }
  const { create, update: change, previewCreate, previewUpdate } = kinds.refill
  for (const { path } of [create, change, previewCreate, previewUpdate]) places[path] = { good_id: fuel.id }
  places[refillItem.path] = { good_id: fuel.id, stock_from: stock.id }
  places[movementCalls.list.path] = { type: 'good' }
  for (const { create, update, previewUpdate, previewRemove } of Object.values(kinds)) {
    const input = { ...rightValues(create, { fields, ids, places }), date: farm.daysAgo(9), note: `заметка ${mark}` }
    const { id } = (await farm.call(create as Endpoint, input, { as })) as { id: number }
    for (const call of [update, previewUpdate, previewRemove]) ids[call.path] = id
  }
  Object.assign(places, {
    [movementCalls.list.path]: { type: 'good' },
    '/history/{entity}/{id}': { entity: 'feeding' },
  })
  Object.assign(ids, {
    '/history/{entity}/{id}': ids[kinds.feeding.update.path],
    '/documents/{id}': ids[kinds.feeding.update.path],
    '/goods-transforms/{id}': ids[kinds.goodsTransform.update.path],
    '/goods/{id}/lots': feed.id,
    '/doubled/{id}/keep': ids[kinds.feeding.update.path],
    '/papers/receipt/{id}': ids[kinds.receipt.update.path],
    '/papers/workshop-receipt/{id}': ids[kinds.workshopReceipt.update.path],
    '/papers/shipment/{id}': ids[kinds.shipment.update.path],
    '/trace/shipment/{id}': ids[kinds.shipment.update.path],
    '/trace/batch/{id}': lifted.batch!.id,
    '/trace/generation/{id}': generation.id,
  })
  await farm.sql('insert into operation_twins (company_id, operation_id, twin_id) values ($1, $2, $3)', [
    as.user.company.id,
    ids[kinds.feeding.update.path],
    ids[kinds.treatment.update.path],
  ])
  await makeNorms(farm, as, [feed.id, plain.feed_brand!.id], { fields, ids, places })
  await makeReadings(farm, as, mark, { fields, ids, places })
  await makeFeeding(farm, as, mark, { fields, ids, places })
  await makeAccess(farm, as, mark, { fields, ids, places })
  for (const make of [makePeople, makeOutside, makeViews, makePast]) await make(farm, as, mark, { fields, ids, places })
  await makeJobs(farm, as, places)
  ids['/cage/{id}/why'] = cage.id
  return { fields, ids, places }
}

/** A colleague with a second factor, sessions to end, the links of letters. */
async function makeAccess(farm: Farm, as: Session, mark: string, { fields, ids, places }: World): Promise<void> {
  const { company, id } = as.user
  const colleague = await farm.user({ of: as, name: `Коллега ${mark}` })
  await farm.post('/login', { email: as.email, password: TEST_PASSWORD }, { as: null })
  await farm.sql(
    `insert into second_factors (company_id, user_id, secret, confirmed_at) values ($1, $2, 'sealed', now())`,
    [company.id, colleague.user.id],
  )
  const newest = async (user: number) => {
    const [row] = await farm.sql<{ id: number }>(`select max(id) as id from sessions where user_id = $1`, [user])
    return row!.id
  }
  ids['/sessions/{id}'] = await newest(id)
  fields.session = await newest(colleague.user.id)
  for (const path of ['/users/{id}/sessions', '/users/{id}/sessions/{session}', '/users/{id}/second-factor'])
    ids[path] = colleague.user.id
  const { token, hash } = newToken(company.id)
  await farm.sql(
    `insert into password_resets (company_id, token_hash, user_id, expires_at)
     values ($1, $2, $3, now() + interval '1 h')`,
    [company.id, hash, colleague.user.id],
  )
  places['/password/check-link'] = { token }
  const password = { hash: await hashPassword(TEST_PASSWORD) }
  const typed = {
    company_name: `Ферма ${mark}`,
    name: mark,
    email: `${mark}@example.com`,
    ready_lists: false,
    password,
  }
  const letter = Buffer.from(JSON.stringify({ ...typed, until: Date.now() + 3_600_000 }))
  places['/register/confirm'] = { token: await openSecretBox(farm.dataDir).seal(letter, 'registration') }
}

/** An application outside, and the token of one that reads the export. Neither is used for the first time by a test. */
async function makeOutside(farm: Farm, as: Session, mark: string, { fields, ids, places }: World): Promise<void> {
  const limits = {
    parameter_ids: [fields.parameterId],
    location_ids: [fields.location_id],
    stock_ids: [fields.stock_id],
  }
  const app = await farm.call(outsideCalls.create, { name: `Приложение ${mark}`, ...limits }, { as })
  const reader = await farm.call(
    outsideCalls.create,
    { name: `Учёт ${mark}`, export_keys: ['weights'], token_in_address: true },
    { as },
  )
  await farm.sql(`update external_users set last_used_at = now() + interval '1 hour'`)
  for (const { path } of [outsideCalls.update, outsideCalls.token, outsideCalls.renew]) ids[path] = app.id
  Object.assign(fields, limits)
  places[externalOutput.path] = { token: reader.token, data: ['weights'] }
  for (const { path } of [outsideCalls.create, outsideCalls.update]) places[path] = { export_keys: ['weights'] }
  for (const { path } of [companyCalls.create, companyCalls.update])
    places[path] = { type: 'paid', end_date: farm.today(), user_name: 'Имя', time_zone: 'Europe/Moscow' }
}

async function makeReadings(farm: Farm, as: Session, mark: string, { fields, ids }: World): Promise<void> {
  const location = Number(fields.location_id)
  const parameter = await farm.parameter({ location, name: `Вода ${mark}`, depth: [0.5, 2], as })
  const spare = await farm.parameter({ location, name: `Воздух ${mark}`, as })
  const reading = { measure_parameter_id: parameter.id, depth: 2, value: 8.4, cage_id: Number(fields.cage_id) }
  const when = { date: farm.daysAgo(9), time: '07:00' }
  const { id } = await farm.call(measurementCalls.create, { ...when, ...reading }, { as })
  Object.assign(fields, {
    measure_parameter_id: parameter.id,
    locationId: location,
    parameterId: parameter.id,
    token: await farm.outsider({ as }),
    paramNames: [parameter.name],
    measurements_data: { created: [reading], updated: [{ id, value: 9 }] },
  })
  ids['/measurements/{id}'] = id!
  for (const path of ['/measure-parameters/{id}', '/crud/measure_parameter/{id}']) ids[path] = spare.id
}

/** A role and people who have it: one to change, one to invite anew. */
async function makePeople(farm: Farm, as: Session, mark: string, { fields, ids, places }: World): Promise<void> {
  const role = await farm.call(roleCalls.create, { name: `Роль ${mark}` }, { as })
  const { id: made } = await farm.call(roleCalls.create, { name: `Лишняя роль ${mark}` }, { as })
  // roles are numbered anew in each company: this one gets a number that no other company has
  const company = as.user.company.id
  const spare = { id: company * 1000 + made }
  await farm.sql(`update roles set id = $3 where company_id = $1 and id = $2`, [company, made, spare.id])
  const person = (name: string) =>
    farm.call(userCalls.create, { name: `${name} ${mark}`, email: `${randomUUID()}@example.com` }, { as })
  const [known, newcomer, archived] = [await person('Знакомый'), await person('Новый'), await person('Прежний')]
  await farm.call(userCalls.archiving.archive, { id: archived.id }, { as })
  const { update, remove, changePassword, archiving, invite, withdraw } = userCalls
  for (const { path } of [update, remove, changePassword, archiving.archive]) ids[path] = known.id
  for (const { path } of [invite, withdraw]) ids[path] = newcomer.id
  ids[archiving.unarchive.path] = archived.id
  ids[roleCalls.update.path] = spare.id
  const limits = { location_id: [fields.location_id], stock_id: [fields.stock_id], role_id: role.id }
  for (const { path } of [userCalls.create, update]) places[path] = limits
  places[roleCalls.create.path] = { copy_of: role.id }
  places[roleCalls.save.path] = { data: { [role.id]: { 'create notes': 'write' } } }
  const { invitation } = await person('Приглашённый')
  const token = tokenOf(invitation!.link)
  for (const { path } of Object.values(invitationCalls)) places[path] = { token }
}
