/** The words of the round as people say them, in both languages: data of the parser of spoken records. */
import type { Language } from '../i18n/languages'

/** What a word begins: a cage, a value of it, or a reading of the water. */
export type Topic = 'cage' | 'dead' | 'feed' | 'appetite' | 'note' | 'oxygen' | 'temperature'

interface Words {
  /** whole numbers by their words */
  numbers: Readonly<Record<string, number>>
  hundred: readonly string[]
  thousand: readonly string[]
  /** between whole and decimals: «восемь и три» */
  and: readonly string[]
  point: readonly string[]
  /** after decimals, by how many they are: «три десятых» */
  shares: Readonly<Record<string, number>>
  minus: readonly string[]
  /** ways to say that there was none */
  none: readonly string[]
  /** what announces a cause of death */
  cause: readonly string[]
  /** the beginning of a word → what it is about */
  topics: readonly (readonly [string, Topic])[]
  /** units and words that say nothing here, by their beginning */
  idle: readonly string[]
  /** letters of a cage's name as they are called */
  letters: Readonly<Record<string, string>>
}

const RU_ONES = 'ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать'
const RU_TEENS = 'четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'
const RU_TENS = 'двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'
const RU_HUNDREDS = 'сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'
const EN_ONES = 'zero one two three four five six seven eight nine ten eleven twelve thirteen'
const EN_TEENS = 'fourteen fifteen sixteen seventeen eighteen nineteen'
const EN_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'

const counted = (words: string, step: number, from: number) =>
  words.split(' ').map((word, index) => [word, from + index * step] as const)

const RUSSIAN: Words = {
  numbers: {
    ...Object.fromEntries([
      ...counted(`${RU_ONES} ${RU_TEENS}`, 1, 0),
      ...counted(RU_TENS, 10, 20),
      ...counted(RU_HUNDREDS, 100, 100),
    ]),
    нуль: 0,
    одна: 1,
    одно: 1,
    одну: 1,
    две: 2,
  },
  hundred: [],
  thousand: ['тысяча', 'тысячи', 'тысяч', 'тысячу'],
  and: ['и'],
  point: ['запятая', 'точка', 'целых', 'целая'],
  shares: { десятых: 1, десятая: 1, сотых: 2, сотая: 2 },
  minus: ['минус'],
  none: ['нет', 'нету', 'не'],
  cause: ['причин'],
  topics: [
    ['сад', 'cage'],
    ['отход', 'dead'],
    ['пал', 'dead'],
    ['погиб', 'dead'],
    ['умер', 'dead'],
    ['дохл', 'dead'],
    ['мертв', 'dead'],
    ['корм', 'feed'],
    ['накорм', 'feed'],
    ['скорм', 'feed'],
    ['дали', 'feed'],
    ['дано', 'feed'],
    ['аппетит', 'appetite'],
    ['примечан', 'note'],
    ['заметк', 'note'],
    ['кислород', 'oxygen'],
    ['температур', 'temperature'],
    ['вод', 'temperature'],
  ],
  idle: 'штук штуки штука шт рыб рыбы рыба рыбин кг кило килограмм градус мг миллиграмм литр на в было стало так это ну а по у с от из за причин давал состав'.split(
    ' ',
  ),
  letters: {
    бэ: 'б',
    вэ: 'в',
    гэ: 'г',
    дэ: 'д',
    е: 'е',
    жэ: 'ж',
    зэ: 'з',
    ка: 'к',
    эль: 'л',
    эм: 'м',
    эн: 'н',
    эр: 'р',
  },
}

const ENGLISH: Words = {
  numbers: Object.fromEntries([...counted(`${EN_ONES} ${EN_TEENS}`, 1, 0), ...counted(EN_TENS, 10, 20)]),
  hundred: ['hundred'],
  thousand: ['thousand'],
  and: ['and'],
  point: ['point', 'comma'],
  shares: {},
  minus: ['minus'],
  none: ['no', 'none', 'nothing'],
  cause: ['cause', 'because'],
  topics: [
    ['cage', 'cage'],
    ['pen', 'cage'],
    ['loss', 'dead'],
    ['dead', 'dead'],
    ['died', 'dead'],
    ['mort', 'dead'],
    ['feed', 'feed'],
    ['fed', 'feed'],
    ['gave', 'feed'],
    ['appetite', 'appetite'],
    ['note', 'note'],
    ['oxygen', 'oxygen'],
    ['temperature', 'temperature'],
    ['water', 'temperature'],
  ],
  idle: 'pieces piece pcs fish kg kilo kilos kilogram degree milligram mg liter litre per is was the of a at in l from due to cause because'.split(
    ' ',
  ),
  letters: { ay: 'a', bee: 'b', cee: 'c', see: 'c', dee: 'd', ee: 'e', ef: 'f' },
}

export const WORDS: Readonly<Record<Language, Words>> = { ru: RUSSIAN, en: ENGLISH }
