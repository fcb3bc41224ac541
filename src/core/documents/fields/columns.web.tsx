import type { ReactNode } from 'react'
import { FieldRow } from '../../../web/ui/fields/field'
import { usePhone } from '../../../web/ui/use-phone'

/** Fields side by side; on a phone below each other, since steppers, amounts and «рассчитать» need the full width. */
export const Columns = ({ children }: { children: ReactNode }) =>
  usePhone() ? <>{children}</> : <FieldRow>{children}</FieldRow>
