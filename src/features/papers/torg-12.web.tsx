/** The waybill in the layout of the unified form ТОРГ-12. */
import { showDay } from '../../shared/dates'
import { capital, inWords, roublesInWords } from '../../shared/papers/in-words'
import { Filled } from '../../web/ui/paper/paper'
import { amount, money, partyText, rateText, type FormProps } from './torg-text.web'
import styles from './torg.module.css'

function massInWords(kg: number): string {
  const grams = Math.round(kg * 1000)
  const whole = Math.floor(grams / 1000)
  return capital(`${inWords(whole)} кг ${String(grams % 1000).padStart(3, '0')} г`)
}

export function Torg12({ paper, incoming }: FormProps) {
  const [sender, receiver] = incoming ? [paper.partner, paper.company] : [paper.company, paper.partner]
  return (
    <div className={styles.form} lang="ru">
      <p className={styles.approved}>
        Унифицированная форма № ТОРГ-12. Утверждена постановлением Госкомстата России от 25.12.98 № 132
      </p>
      <div className={styles.head}>
        <div className={styles.parties}>
          <Party below="организация-грузоотправитель, адрес, телефон, факс, банковские реквизиты">
            {partyText(sender)}
          </Party>
          <Party title="Грузополучатель">{partyText(receiver)}</Party>
          <Party title="Поставщик">{partyText(sender)}</Party>
          <Party title="Плательщик">{partyText(receiver)}</Party>
          <Party title="Основание" below="договор, заказ-наряд" />
        </div>
        <Codes />
      </div>
      <table className={styles.number}>
        <tbody>
          <tr>
            <th rowSpan={2}>ТОВАРНАЯ НАКЛАДНАЯ</th>
            <td>Номер документа</td>
            <td>Дата составления</td>
          </tr>
          <tr>
            <td>
              <b>{paper.number}</b>
            </td>
            <td>
              <b>{paper.waybill_date ?? showDay(paper.datetime)}</b>
            </td>
          </tr>
        </tbody>
      </table>
      <Lines paper={paper} />
      <Foot paper={paper} incoming={incoming} />
    </div>
  )
}

/** Columns 1 to 15 of the form. */
const LinesHead = () => (
  <thead>
    <tr>
      <th rowSpan={2}>Номер по порядку</th>
      <th colSpan={2}>Товар</th>
      <th colSpan={2}>Единица измерения</th>
      <th rowSpan={2}>Вид упаковки</th>
      <th colSpan={2}>Количество</th>
      <th rowSpan={2}>Масса брутто</th>
      <th rowSpan={2}>Количество (масса нетто)</th>
      <th rowSpan={2}>Цена, руб. коп.</th>
      <th rowSpan={2}>Сумма без учёта НДС, руб. коп.</th>
      <th colSpan={2}>НДС</th>
      <th rowSpan={2}>Сумма с учётом НДС, руб. коп.</th>
    </tr>
    <tr>
      <th>наименование, характеристика, сорт, артикул товара</th>
      <th>код</th>
      <th>наименование</th>
      <th>код по ОКЕИ</th>
      <th>в одном месте</th>
      <th>мест, штук</th>
      <th>ставка, %</th>
      <th>сумма, руб. коп.</th>
    </tr>
    <tr className={styles.count}>
      {Array.from({ length: 15 }, (_, index) => (
        <th key={index}>{index + 1}</th>
      ))}
    </tr>
  </thead>
)

function Lines({ paper: { lines, totals, vat_rate } }: Pick<FormProps, 'paper'>) {
  return (
    <table className={styles.lines}>
      <LinesHead />
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            <td>{index + 1}</td>
            <td className={styles.name}>
              {line.good}
              {line.lot && `, партия ${line.lot}`}
              {line.best_before && `, годен до ${showDay(line.best_before)}`}
            </td>
            <td>{line.code}</td>
            <td>{line.measure_name}</td>
            <td>{line.okei}</td>
            <td />
            <td />
            <td />
            <td />
            <td data-number>{amount(line.amount)}</td>
            <td data-number>{money(line.net_price)}</td>
            <td data-number>{money(line.net)}</td>
            <td>{line.vat !== null && rateText(vat_rate)}</td>
            <td data-number>{money(line.vat)}</td>
            <td data-number>{money(line.cost)}</td>
          </tr>
        ))}
        {['Итого', 'Всего по накладной'].map((title) => (
          <tr key={title} className={styles.total}>
            <td colSpan={7}>{title}</td>
            <td>{title === 'Итого' ? '' : 'X'}</td>
            <td />
            <td data-number>{amount(totals.amount)}</td>
            <td>X</td>
            <td data-number>{money(totals.net)}</td>
            <td>X</td>
            <td data-number>{money(totals.vat)}</td>
            <td data-number>{money(totals.cost)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Party = ({ title, below, children }: { title?: string; below?: string; children?: string }) => (
  <div className={styles.party}>
    {title && <span className={styles.title}>{title}</span>}
    <Filled wide below={below}>
      {children}
    </Filled>
  </div>
)

function Codes() {
  const rows = [
    ['Форма по ОКУД', '0330212'],
    ['по ОКПО', ''],
    ['Вид деятельности по ОКДП', ''],
    ['по ОКПО', ''],
    ['по ОКПО', ''],
    ['по ОКПО', ''],
    ['номер', ''],
    ['дата', ''],
  ] as const
  return (
    <table className={styles.codes}>
      <tbody>
        <tr>
          <td />
          <th>Код</th>
        </tr>
        {rows.map(([title, code], index) => (
          <tr key={index}>
            <td>{title}</td>
            <th>{code || '\u00a0'}</th>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What the sums are in words, and who signs. */
function Foot({ paper, incoming }: FormProps) {
  const { lines, totals } = paper
  const own = (name: string | null) => (incoming ? null : name)
  return (
    <div className={styles.foot}>
      <p>
        Товарная накладная имеет приложение на <Filled /> листах и содержит{' '}
        <Filled below="прописью">{capital(inWords(lines.length))}</Filled> порядковых номеров записей
      </p>
      <p className={styles.row}>
        Масса груза (нетто)
        <Filled wide below="прописью">
          {totals.mass > 0 && massInWords(totals.mass)}
        </Filled>
      </p>
      <p className={styles.row}>
        Всего отпущено на сумму
        <Filled wide below="прописью">
          {totals.cost !== null && roublesInWords(Math.round(totals.cost * 100))}
        </Filled>
      </p>
      <div className={styles.sides}>
        <div>
          <Signature title="Отпуск груза разрешил" name={own(paper.director)} />
          <Signature title="Главный (старший) бухгалтер" post={false} />
          <Signature title="Отпуск груза произвёл" name={own(paper.user)} />
          <p>М. П. «____» ______________ 20____ года</p>
        </div>
        <div>
          <p>
            По доверенности № <Filled /> от <Filled />
          </p>
          <Signature title="Груз принял" name={incoming ? paper.user : null} />
          <Signature title="Груз получил грузополучатель" />
          <p>М. П. «____» ______________ 20____ года</p>
        </div>
      </div>
    </div>
  )
}

export const Signature = ({ title, name, post = true }: { title: string; name?: string | null; post?: boolean }) => (
  <p className={styles.row}>
    <span className={styles.title}>{title}</span>
    {post && <Filled below="должность" />}
    <Filled below="подпись" />
    <Filled wide below="расшифровка подписи">
      {name}
    </Filled>
  </p>
)
