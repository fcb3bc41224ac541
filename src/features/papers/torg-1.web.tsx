/** The acceptance report for goods in the layout of the unified form ТОРГ-1. */
import { showDay, timeOf } from '../../shared/dates'
import { roublesInWords } from '../../shared/papers/in-words'
import { Filled } from '../../web/ui/paper/paper'
import { amount, money, partyText, type FormProps } from './torg-text.web'
import { Signature } from './torg-12.web'
import styles from './torg.module.css'

const WAYBILL = 'товарная накладная'

export function Torg1({ paper }: FormProps) {
  const { totals, waybill_number: number, waybill_date: date } = paper
  return (
    <div className={styles.form} lang="ru">
      <p className={styles.approved}>
        По унифицированной форме № ТОРГ-1. Утверждена постановлением Госкомстата России от 25.12.98 № 132
      </p>
      <div className={styles.sides}>
        <Row title="Организация">{partyText(paper.company)}</Row>
        <div>
          <p>УТВЕРЖДАЮ</p>
          <Signature title="Руководитель" name={paper.director} post={false} />
          <p>«____» ______________ 20____ года</p>
        </div>
      </div>
      <h2 className={styles.heading}>
        АКТ № {paper.act_number} о приёмке товаров от {showDay(paper.datetime)}
      </h2>
      <Row title="Место приёмки">{paper.stock}</Row>
      <Row title="Поставщик">{partyText(paper.partner)}</Row>
      <Row title="Сопроводительный документ">{number && `${WAYBILL} № ${number}${date ? ` от ${date}` : ''}`}</Row>
      <p>
        Настоящий акт составлен комиссией, которая {showDay(paper.datetime)} в {timeOf(paper.datetime)} осмотрела
        прибывший груз и установила:
      </p>
      <Lines paper={paper} />
      <Row title="Принято на сумму">{totals.cost !== null && roublesInWords(Math.round(totals.cost * 100))}</Row>
      {totals.vat !== null && totals.vat > 0 && <Row title="В том числе НДС, руб.">{money(totals.vat)}</Row>}
      <Row title="Состояние тары и упаковки" />
      <Row title="Заключение комиссии">{paper.note}</Row>
      <div className={styles.foot}>
        <Signature title="Председатель комиссии" />
        <Signature title="Член комиссии" />
        <Signature title="Представитель поставщика" />
        <Signature title="Товар на ответственное хранение принял" name={paper.user} />
      </div>
    </div>
  )
}

function Lines({ paper: { lines, totals } }: Pick<FormProps, 'paper'>) {
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th rowSpan={2}>№</th>
          <th rowSpan={2}>Товар</th>
          <th rowSpan={2}>Партия</th>
          <th rowSpan={2}>Годен до</th>
          <th rowSpan={2}>Ед.</th>
          <th>По документам</th>
          <th colSpan={3}>Фактически оказалось</th>
          <th colSpan={2}>Отклонение</th>
        </tr>
        <tr>
          <th>количество</th>
          <th>количество</th>
          <th>цена, руб.</th>
          <th>сумма, руб.</th>
          <th>недостача</th>
          <th>излишки</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            <td>{index + 1}</td>
            <td className={styles.name}>{line.good}</td>
            <td>{line.lot}</td>
            <td>{line.best_before && showDay(line.best_before)}</td>
            <td>{line.measure_name}</td>
            <td />
            <td data-number>{amount(line.amount)}</td>
            <td data-number>{money(line.price)}</td>
            <td data-number>{money(line.cost)}</td>
            <td />
            <td />
          </tr>
        ))}
        <tr className={styles.total}>
          <td colSpan={6}>Итого</td>
          <td data-number>{amount(totals.amount)}</td>
          <td>X</td>
          <td data-number>{money(totals.cost)}</td>
          <td />
          <td />
        </tr>
      </tbody>
    </table>
  )
}

const Row = ({ title, children }: { title: string; children?: string | false | null }) => (
  <div className={styles.row}>
    <span className={styles.title}>{title}</span>
    <Filled wide>{children}</Filled>
  </div>
)
