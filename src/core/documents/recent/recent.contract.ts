/**
 * Feedings and readings of yesterday and today, and the plan of these days and tomorrow: one answer for the whole farm,
 * so that a device has it when the network fails.
 */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'

/** What was given of one feed on a day, in kg, and the warehouse of its last feeding. */
const fedFeed = z.object({
  feed_type_id: z.number(),
  feed_type: z.string(),
  stock_id: z.number(),
  volume: z.number(),
})
export type FedFeed = z.infer<typeof fedFeed>

/** The feedings of a cage on one day as one row: `volume` is their sum, the rest belongs to the last one. */
export const fedDay = z.object({
  cage_id: z.number(),
  /** 'YYYY-MM-DD' */
  day: z.string(),
  feed_type_id: z.number(),
  feed_type: z.string(),
  stock_id: z.number(),
  stock: z.string(),
  /** kg */
  volume: z.number(),
  /** % of biomass a day, when every feeding of that day has one */
  rate: z.number().nullable(),
  appetite: z.number().nullable(),
  /** when there were several: by feed, the one with most first */
  feeds: z.array(fedFeed).optional(),
})
export type FedDay = z.infer<typeof fedDay>

/** What a cage is to get of one feed on a day. */
export const plannedFeed = z.object({
  cage_id: z.number(),
  /** 'YYYY-MM-DD' */
  day: z.string(),
  feed_type_id: z.number(),
  feed_type: z.string(),
  /** kg */
  volume: z.number(),
})
export type PlannedFeed = z.infer<typeof plannedFeed>

/** The last reading of a temperature or of oxygen, at most three days old. */
const lastReading = z.object({
  measure_parameter_id: z.number(),
  location_id: z.number(),
  /** farm time, 'YYYY-MM-DDTHH:mm' */
  at: z.string(),
  /** metres */
  depth: z.number(),
  value: z.number(),
})
export type LastReading = z.infer<typeof lastReading>

/** The call has no date, so that an answer kept in the evening is still valid in the morning. */
export const recentCall = endpoint({
  method: 'GET',
  path: '/recent',
  reads: ['fish', 'water', 'lists', 'plans'],
  ability: 'signed-in',
  area: 'operations',
  summary: 'Вчера и сегодня: корм по садкам, последние замеры воды, план кормления',
  input: z.object({}),
  answer: z.object({
    feedings: z.array(fedDay),
    water: z.array(lastReading),
    /** of yesterday, today and tomorrow; of a cage the feed with most first */
    planned: z.array(plannedFeed),
  }),
})
