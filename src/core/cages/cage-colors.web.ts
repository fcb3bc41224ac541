/** Names of the twelve cage colours, in the order of the tokens --c1 … --c12. Translated where shown. */
export const CAGE_COLORS = [
  'Синий',
  'Голубой',
  'Бирюзовый',
  'Зелёный',
  'Салатовый',
  'Жёлтый',
  'Оранжевый',
  'Красный',
  'Розовый',
  'Сиреневый',
  'Коричневый',
  'Серый',
] as const
