import { useQuery } from '@tanstack/react-query'
import * as z from 'zod'
import { endpoint, nothing } from '../../../shared/contract'
import { callQuery } from '../../../web/query-client'

const health = endpoint({
  method: 'GET',
  path: '/health',
  ability: 'public',
  area: 'access',
  summary: 'Жив ли сервер',
  input: nothing,
  answer: z.object({ demo: z.boolean().optional(), registration: z.boolean().optional() }),
})

/** What the server says of itself to whoever is not signed in; nothing as long as it has not answered. */
export const useHealth = () => useQuery({ ...callQuery(health, {}), retry: false }).data
