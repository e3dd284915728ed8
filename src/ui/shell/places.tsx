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
import type { Action, Subject } from '../../api/contract/endpoint.ts'
import { abilityOf, may } from '../../machines/rules/ability.ts'
import { useAtelier } from '../context.ts'

/** The glyphs of places that are not current. */
export const IDLE_GLYPHS = {
  activity: <ClockCounterClockwiseIcon />,
  applications: <AppWindowIcon />,
  assets: <CubeIcon />,
  bodies: <PersonIcon />,
  home: <SquaresFourIcon />,
  jobs: <QueueIcon />,
  settings: <GearSixIcon />,
  tags: <TagIcon />,
  trash: <TrashIcon />,
  upload: <UploadSimpleIcon />,
  users: <UsersIcon />,
  viewer: <CubeFocusIcon />,
  wardrobe: <CoatHangerIcon />,
}

/** The name of a place's glyph. */
export type PlaceGlyph = keyof typeof IDLE_GLYPHS

/** What a route states about itself (`staticData`): its place in the navigation, whether it wants the rail folded, and whether it takes dropped files itself. */
export interface RouteStatement {
  nav?: {
    word: string
    icon: PlaceGlyph
    order: number
    exact?: boolean
    needs?: readonly [Action, Subject]
    /** The place that leads there and stays current: the navigation leaves this one out, the palette knows it. */
    below?: string
    /** Stands under the heading of the workspace, behind the places without one. */
    isWorkspace?: true
    /** How many there are stands beside it: `RailCount.tsx` asks. */
    counts?: true
    /** Its place in a phone's bar, before all that have none. */
    tab?: number
    /** In a phone's bar it is the button that makes something. */
    makes?: true
  }
  folds?: boolean
  takesFiles?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteStatement {}
}

/** Behind every tab that has a place of its own. */
const LAST_TAB = 99

/** A place to go to. */
export interface Place {
  to: string
  word: string
  icon: PlaceGlyph
  isExact: boolean
  /** The places whose addresses begin with its own: there they are current, not it. */
  inner: readonly string[]
  /** The places that only it leads to, whatever their addresses: there it is current. */
  under: readonly string[]
  /** Another place leads there. */
  isBelow: boolean
  isWorkspace: boolean
  counts: boolean
  makes: boolean
  /** Its place in a phone's bar. */
  tab: number
}

/** Whether a path is a place's, or of something below it. */
export const isAt = (to: string, path: string) => path === to || path.startsWith(`${to}/`)

/** Whether another place is current within one. */
export const isInner = ({ inner }: Place, path: string) => inner.some((to) => isAt(to, path))

/** Whether one of the places that only this one leads to is shown. */
export const isUnder = ({ under }: Place, path: string) => under.some((to) => isAt(to, path))

/** Those that a phone's bar has room for, by their places there, and the others as they were. */
export function tabsOf(places: readonly Place[], most: number): readonly [tabs: Place[], others: Place[]] {
  const tabs = places.toSorted((one, other) => one.tab - other.tab)
  if (tabs.length <= most) return [tabs, []]
  const shown = tabs.slice(0, most - 1)
  return [shown, places.filter((place) => !shown.includes(place))]
}

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
    .sort((a, b) => Number(a.isWorkspace ?? false) - Number(b.isWorkspace ?? false) || a.order - b.order)
    .map(({ to, ...nav }) => ({ to: to.replace(/(.)\/$/, '$1'), ...nav }))
  return shown.map(({ to, word, icon, exact = false, below, isWorkspace, counts, makes, tab = LAST_TAB }) => ({
    to,
    inner: shown.flatMap((it) => (it.to.startsWith(`${to}/`) ? [it.to] : [])),
    under: shown.flatMap((it) => (it.below === to ? [it.to] : [])),
    word,
    icon,
    isExact: exact,
    isBelow: below !== undefined,
    isWorkspace: isWorkspace ?? false,
    counts: counts ?? false,
    makes: makes ?? false,
    tab,
  }))
}
