/**
 * What a feature gives the application in the browser: its pages, its entries of the menu, and what lives above all
 * pages.
 */
import type { ComponentType } from 'react'
import type { Ability } from '../../shared/abilities'
import type { Endpoint } from '../../shared/contract'
import type { PageName } from '../../shared/pages'
import type { LazyPage, PageProps } from '../router/router'
import type { MenuEntry } from './menu/menu'

export interface Page {
  page: PageName
  /** i18n key, where no entry of the menu leads there */
  title?: string
  /** fetched when it is opened */
  component: LazyPage
  /** calls without parameters whose answers it shows at once */
  shows?: readonly Endpoint[]
  /** who may open it, perhaps by what the path names; left out, whoever is signed in */
  ability?: Ability | ((params: PageProps['params']) => Ability | undefined)
  /** for those who are not signed in, and only for them */
  guest?: boolean
}

export interface Feature {
  pages?: readonly Page[]
  /** in the order of the application's list of features */
  menu?: readonly MenuEntry[]
  hosts?: readonly ComponentType[]
}
