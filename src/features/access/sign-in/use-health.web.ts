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
  answer: z.object({
    demo: z.boolean().optional(),
    demo_filling: z.number().optional(),
    registration: z.boolean().optional(),
  }),
})

/** A farm that is being filled says every so often how far it is. */
const FILLING_MS = 1500

/** The server's health, for visitors who are not signed in; nothing until it has answered. */
export const useHealth = () =>
  useQuery({
    ...callQuery(health, {}),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.demo_filling === undefined ? false : FILLING_MS),
  }).data
