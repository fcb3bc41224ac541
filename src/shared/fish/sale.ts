/** Price, weight and payment of a fish sale. The form and the journal row both use these two functions. */
import { MG_PER_KG, mulDiv } from '../numbers'

const KOPECKS = 100
const GRAMS = 1000

/** Price of fish in whole roubles, from milligrams and kopecks per kilogram. */
export const totalRoubles = (mass: number, price: number): number => mulDiv(mass, price, MG_PER_KG * KOPECKS)

/** How many kilograms a payment in kopecks covers, to the gram; null when the fish cost nothing. */
export const paidKilograms = (payment: number, price: number): number | null =>
  price > 0 ? mulDiv(payment, GRAMS, price) / GRAMS : null
