/** Rates of VAT in per cent; a price contains it. */
export const VAT_RATES = ['0', '5', '7', '10', '20', '22'] as const
