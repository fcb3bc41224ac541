/** What a feature contributes in the browser: its pages, its menu entries, and what is mounted above all pages. */
import type { ComponentType, ReactNode } from 'react'
import type { Ability } from '../../shared/abilities'
import type { Endpoint } from '../../shared/contract'
import type { PageName } from '../../shared/pages'
import type { LazyPage, PageProps } from '../router/router'
import type { MenuEntry } from './menu/menu'

/** i18n key, where no entry of the menu leads there, possibly depending on path parameters */
export type TitleOf = string | ((params: PageProps['params']) => string | undefined)

export interface Page {
  page: PageName
  title?: TitleOf
  /** fetched when it is opened */
  component: LazyPage
  /** calls without parameters whose answers the page shows first */
  shows?: readonly Endpoint[]
  /** who may open it, with all of several, possibly depending on path parameters; without it any signed-in user */
  ability?: Ability | readonly Ability[] | ((params: PageProps['params']) => Ability | undefined)
  /** only for visitors who are not signed in */
  guest?: boolean
}

export interface AroundProps {
  page: PageName
  params: PageProps['params']
  children: ReactNode
}

export interface Feature {
  pages?: readonly Page[]
  /** in the order of the list of features */
  menu?: readonly MenuEntry[]
  hosts?: readonly ComponentType[]
  /** buttons of the bar at the top */
  tools?: readonly ComponentType[]
  /** drawn around every page for signed-in users */
  around?: ComponentType<AroundProps>
}
