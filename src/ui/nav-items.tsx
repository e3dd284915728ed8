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
import type { Action, Subject } from '../api/contract/endpoint.ts'
import { abilityOf, can } from '../machines/session/ability.ts'
import { useAtelier } from './context.ts'
import type { MessageKey } from './message-key.ts'

/** Icons of navigation items that are not current. */
export const NAV_ICONS = {
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

export type NavIconName = keyof typeof NAV_ICONS

/**
 * Metadata of a route (`staticData`): the navigation item, whether the rail collapses (`folds`), and whether the page accepts
 * dropped files itself (`takesFiles`).
 */
export interface RouteStaticData {
  nav?: {
    labelKey: MessageKey<'common'>
    icon: NavIconName
    order: number
    exact?: boolean
    needs?: readonly [Action, Subject]
    /**
     * Path of the navigation item that is shown as current while this page is open. The page is in the command palette, but not
     * in the navigation.
     */
    below?: string
    /** Lists the item under the workspace heading, after the others. */
    isWorkspace?: true
    /** Shows a total next to the item (`NavItemCount.tsx`). */
    counts?: true
    /** Position in a phone's tab bar. Items without a position follow. */
    tab?: number
    /** Renders the tab as the create button. */
    makes?: true
  }
  folds?: boolean
  takesFiles?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteStaticData {}
}

/** Order of tabs without a position: after all others. */
const DEFAULT_TAB_ORDER = 99

/** Navigation item. */
export interface NavItem {
  to: string
  labelKey: MessageKey<'common'>
  icon: NavIconName
  isExact: boolean
  /** Paths of other navigation items below `to`. On these paths this item is not current. */
  nestedPaths: readonly string[]
  /** Paths of pages without a navigation item of their own. On these paths this item is current. */
  childPaths: readonly string[]
  /** Whether the page has no entry in the navigation, because another item counts as its parent. */
  isHiddenInNav: boolean
  isWorkspace: boolean
  hasCount: boolean
  isCreateButton: boolean
  tabOrder: number
}

/** Returns whether a path is equal to `to` or below it. */
export const isWithinPath = (to: string, path: string) => path === to || path.startsWith(`${to}/`)

/** Returns whether another navigation item, nested below this item, is current. */
export const isNestedItemActive = ({ nestedPaths }: NavItem, path: string) =>
  nestedPaths.some((to) => isWithinPath(to, path))

/** Returns whether a child page of this item is shown. */
export const isChildPageActive = ({ childPaths }: NavItem, path: string) =>
  childPaths.some((to) => isWithinPath(to, path))

/** Splits navigation items into those with a tab on a phone, sorted by position, and the others. */
export function splitTabs(items: readonly NavItem[], maxTabs: number): readonly [tabs: NavItem[], others: NavItem[]] {
  const tabs = items.toSorted((one, other) => one.tabOrder - other.tabOrder)
  if (tabs.length <= maxTabs) return [tabs, []]
  const visibleTabs = tabs.slice(0, maxTabs - 1)
  return [visibleTabs, items.filter((item) => !visibleTabs.includes(item))]
}

/** Returns the navigation items that the user is allowed to open, in order. Built from the routes' metadata. */
export function useNavItems(): NavItem[] {
  const { routesById } = useRouter()
  const { session } = useAtelier()
  const token = useSelector(session, ({ context }) => context.data?.token)
  const ability = abilityOf(token)
  const allowedRoutes = Object.values(routesById)
    .flatMap(({ fullPath, options }) => {
      const metadata: RouteStaticData = options.staticData ?? {}
      return metadata.nav ? [{ to: fullPath as string, ...metadata.nav }] : []
    })
    .filter(({ needs }) => !needs || can(ability, needs[0], needs[1]))
    .sort((a, b) => Number(a.isWorkspace ?? false) - Number(b.isWorkspace ?? false) || a.order - b.order)
    .map(({ to, ...nav }) => ({ to: to.replace(/(.)\/$/, '$1'), ...nav }))
  return allowedRoutes.map(
    ({ to, labelKey, icon, exact = false, below, isWorkspace, counts, makes, tab = DEFAULT_TAB_ORDER }) => ({
      to,
      nestedPaths: allowedRoutes.flatMap((route) => (route.to.startsWith(`${to}/`) ? [route.to] : [])),
      childPaths: allowedRoutes.flatMap((route) => (route.below === to ? [route.to] : [])),
      labelKey,
      icon,
      isExact: exact,
      isHiddenInNav: below !== undefined,
      isWorkspace: isWorkspace ?? false,
      hasCount: counts ?? false,
      isCreateButton: makes ?? false,
      tabOrder: tab,
    }),
  )
}
