import { AppWindowIcon } from '@phosphor-icons/react/AppWindow'
import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/ClockCounterClockwise'
import { CoatHangerIcon } from '@phosphor-icons/react/CoatHanger'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { CubeFocusIcon } from '@phosphor-icons/react/CubeFocus'
import { GearSixIcon } from '@phosphor-icons/react/GearSix'
import { PersonIcon } from '@phosphor-icons/react/Person'
import { QueueIcon } from '@phosphor-icons/react/Queue'
import { SquaresFourIcon } from '@phosphor-icons/react/SquaresFour'
import { TagIcon } from '@phosphor-icons/react/Tag'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { UsersIcon } from '@phosphor-icons/react/Users'
import { useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { Action, Subject } from '../../api/contract/endpoint.ts'
import { abilityOf, may } from '../../machines/rules/ability.ts'
import { useAtelier } from '../context.ts'

/** The glyphs a place can have: idle and current. */
const GLYPHS = {
  activity: [<ClockCounterClockwiseIcon key="idle" />, <ClockCounterClockwiseIcon key="current" weight="fill" />],
  applications: [<AppWindowIcon key="idle" />, <AppWindowIcon key="current" weight="fill" />],
  assets: [<CubeIcon key="idle" />, <CubeIcon key="current" weight="fill" />],
  bodies: [<PersonIcon key="idle" />, <PersonIcon key="current" weight="fill" />],
  home: [<SquaresFourIcon key="idle" />, <SquaresFourIcon key="current" weight="fill" />],
  jobs: [<QueueIcon key="idle" />, <QueueIcon key="current" weight="fill" />],
  settings: [<GearSixIcon key="idle" />, <GearSixIcon key="current" weight="fill" />],
  tags: [<TagIcon key="idle" />, <TagIcon key="current" weight="fill" />],
  trash: [<TrashIcon key="idle" />, <TrashIcon key="current" weight="fill" />],
  upload: [<UploadSimpleIcon key="idle" />, <UploadSimpleIcon key="current" weight="fill" />],
  users: [<UsersIcon key="idle" />, <UsersIcon key="current" weight="fill" />],
  viewer: [<CubeFocusIcon key="idle" />, <CubeFocusIcon key="current" weight="fill" />],
  wardrobe: [<CoatHangerIcon key="idle" />, <CoatHangerIcon key="current" weight="fill" />],
} as const

/** What a route states about itself (`staticData`): its place in the navigation, whether it wants the rail folded, and whether it takes dropped files itself. */
export interface RouteStatement {
  nav?: {
    word: string
    icon: keyof typeof GLYPHS
    order: number
    exact?: boolean
    needs?: readonly [Action, Subject]
    /** The place that leads there and stays current: the navigation leaves this one out, the palette knows it. */
    below?: string
  }
  folds?: boolean
  takesFiles?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteStatement {}
}

/** A place to go to. */
export interface Place {
  to: string
  word: string
  icon: ReactNode
  current: ReactNode
  isExact: boolean
  /** The places whose addresses begin with its own: there they are current, not it. */
  inner: readonly string[]
  /** The places that only it leads to, whatever their addresses: there it is current. */
  under: readonly string[]
  /** Another place leads there. */
  isBelow: boolean
}

/** Whether a path is a place's, or of something below it. */
export const isAt = (to: string, path: string) => path === to || path.startsWith(`${to}/`)

/** Whether another place is current within one. */
export const isInner = ({ inner }: Place, path: string) => inner.some((to) => isAt(to, path))

/** Whether one of the places that only this one leads to is shown. */
export const isUnder = ({ under }: Place, path: string) => under.some((to) => isAt(to, path))

/** The places of the navigation that this person may use, in order, read from the routes themselves. */
export function usePlaces(): Place[] {
  const { routesById } = useRouter()
  const { session } = useAtelier()
  const token = useSelector(session, ({ context }) => context.data?.token)
  const ability = abilityOf(token)
  const shown = Object.values(routesById)
    .flatMap(({ fullPath, options }) => {
      const statement: RouteStatement = options.staticData ?? {}
      return statement.nav ? [{ to: fullPath as string, ...statement.nav }] : []
    })
    .filter(({ needs }) => !needs || may(ability, needs[0], needs[1]))
    .sort((a, b) => a.order - b.order)
    .map(({ to, ...nav }) => ({ to: to.replace(/(.)\/$/, '$1'), ...nav }))
  return shown.map(({ to, word, icon, exact = false, below }) => ({
    to,
    inner: shown.flatMap((it) => (it.to.startsWith(`${to}/`) ? [it.to] : [])),
    under: shown.flatMap((it) => (it.below === to ? [it.to] : [])),
    word,
    icon: GLYPHS[icon][0],
    current: GLYPHS[icon][1],
    isExact: exact,
    isBelow: below !== undefined,
  }))
}
