/** What a sale of fish comes to: computed while one types and when the row is read, by these two alone. */
import { MG_PER_KG, mulDiv } from '../numbers'

const KOPECKS = 100
const GRAMS = 1000

/** What fish of this mass cost, in whole roubles: milligrams by kopecks a kilogram. */
export const totalRoubles = (mass: number, price: number): number => mulDiv(mass, price, MG_PER_KG * KOPECKS)

/** How many kilograms a payment in kopecks covers, to the gram; null when the fish cost nothing. */
export const paidKilograms = (payment: number, price: number): number | null =>
  price > 0 ? mulDiv(payment, GRAMS, price) / GRAMS : null
