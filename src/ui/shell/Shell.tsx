import { PlusIcon } from '@phosphor-icons/react/Plus'
import { SidebarSimpleIcon } from '@phosphor-icons/react/SidebarSimple'
import { Link, useRouterState } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { can } from '../../machines/session/ability.ts'
import { useAtelier } from '../context.ts'
import { LoadingBar } from '../kit/feedback/LoadingBar.tsx'
import { focusTitle } from '../kit/focus-title.ts'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Logo } from '../kit/Logo.tsx'
import { SkipLink } from '../kit/layout/SkipLink.tsx'
import { lazyComponent, lazyModule, toIdleComponent } from '../kit/loading/lazy-module.ts'
import { useAbility } from '../list/actions/use-ability.ts'
import { useIsPhone } from '../list/use-is-phone.ts'
import { isChildPageActive, isNestedItemActive, type NavItem, splitTabs, useNavItems } from '../nav-items.tsx'
import { usePageCommands } from '../page-commands.ts'
import { LazyReauthenticationDialog } from '../reauthentication/LazyReauthenticationDialog.tsx'
import { hasCommandModifier } from '../shortcut.ts'
import { usePageKeys, useSingleKeyShortcuts } from '../use-page-keys.ts'
import { useTranslate } from '../use-translate.ts'
import { AccountMenu, openApiDocs, signOut } from './AccountMenu.tsx'
import { CommandPaletteButton } from './CommandPaletteButton.tsx'
import { FailedModulesNotice } from './FailedModulesNotice.tsx'
import { ForbiddenState } from './ForbiddenState.tsx'
import { GuestCard } from './GuestCard.tsx'
import { InShellContext } from './in-shell-context.ts'
import { MoreTab } from './MoreTab.tsx'
import { NavItemIcon } from './NavItemIcon.tsx'
import styles from './Shell.module.css'
import { useIsNarrowerThan } from './use-is-narrower-than.ts'
import { useQuickUpload } from './use-quick-upload.ts'

const lazyPrefetch = lazyModule(() => import('../kit/loading/prefetch.ts'))
const Palette = lazyComponent(async () => (await import('../palette/CommandPalette.tsx')).CommandPalette)
const ShortcutsDialog = lazyComponent(async () => (await import('../help/ShortcutsDialog.tsx')).ShortcutsDialog)
// Components that are prefetched when the page is idle.
const Hint = toIdleComponent(lazyModule(async () => (await import('../help/Hint.tsx')).Hint))
const FinishedJobs = toIdleComponent(
  lazyModule(async () => (await import('../watch/FinishedJobsNotifier.tsx')).FinishedJobsNotifier),
)
const FocusRestorer = toIdleComponent(lazyModule(async () => (await import('./FocusRestorer.tsx')).FocusRestorer))
const lazyAppStatus = lazyModule(async () => (await import('../watch/AppStatus.tsx')).AppStatus)
const AppStatus = toIdleComponent(lazyAppStatus)
const RailCount = toIdleComponent(lazyModule(async () => (await import('./NavItemCount.tsx')).NavItemCount))
const RailInspector = toIdleComponent(lazyModule(async () => (await import('./InspectorButton.tsx')).InspectorButton))
const RailQueue = toIdleComponent(lazyModule(async () => (await import('./QueueSummary.tsx')).QueueSummary))
const FileDropOverlay = lazyComponent(async () => (await import('./FileDropOverlay.tsx')).FileDropOverlay)
const RejectedFilesNotice = lazyComponent(async () => (await import('./RejectedFilesNotice.tsx')).RejectedFilesNotice)
const VerifyBanner = lazyComponent(async () => (await import('./VerifyEmailBanner.tsx')).VerifyEmailBanner)

/** Maximum number of tabs in a phone's tab bar. */
const MAX_TABS = 5

/** Frame of every page for signed-in users: navigation rail (bars on a phone) and content. */
export function Shell({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const navItems = useNavItems().filter(({ isHiddenInNav }) => !isHiddenInNav)
  const [tabs, moreItems] = splitTabs(navItems, MAX_TABS)
  const workspace = navItems.findIndex(({ isWorkspace }) => isWorkspace)
  const appRef = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrowerThan(appRef, 1100)
  const isFoldedHere = useRouterState({ select: ({ matches }) => matches.some(({ staticData }) => staticData.folds) })
  const [chosenState, setChosenState] = useState<boolean | null>(null)
  const isFolded = chosenState ?? (isNarrow || isFoldedHere)
  const isPhone = useIsPhone()
  // A collapsed or hidden rail shows no totals, so none are requested.
  const isGlance = !isFolded && !isPhone
  const mainRef = useRef<HTMLElement>(null)
  const { openCount, openPalette } = usePaletteShortcut()
  const keys = useShortcutsDialog()
  const unverified = useUnverifiedUser()
  const { isOver, hasRefused, dismiss } = useQuickUpload()
  usePrefetchAppStatus()
  return (
    <div ref={appRef} className={styles.app} data-rail={isFolded ? 'min' : 'full'}>
      <SkipLink to="main">{translate('app.skip')}</SkipLink>
      <nav className={styles.rail} aria-label={translate('nav.main')}>
        <div className={styles.brand}>
          <Logo {...(isFolded ? {} : { name: translate('app.name') })} />
          <IconButton
            className={styles.fold}
            label={translate(isFolded ? 'nav.unfold' : 'nav.fold')}
            icon={<SidebarSimpleIcon />}
            onClick={() => setChosenState(!isFolded)}
          />
        </div>
        <CommandPaletteButton isBare={isFolded} onOpen={openPalette} />
        {navItems.map((item, at) => (
          <Fragment key={item.to}>
            {at === workspace && at > 0 && <div className={styles.heading}>{translate('nav.workspace')}</div>}
            <NavItemLink item={item} isCounted={isGlance && item.hasCount} />
          </Fragment>
        ))}
        <div className={styles.end}>
          {isGlance && navItems.some(({ to }) => to === '/jobs') && <RailQueue />}
          {!isFolded && <Hint used={[openCount > 0 && 'palette', keys.wereShown && 'keys']} />}
          {!isFolded && <GuestCard />}
          <RailInspector isBare={isFolded} />
          <AccountMenu isBare={isFolded} onKeys={keys.show} />
        </div>
      </nav>
      <header className={styles.topbar}>
        <Logo name={translate('app.name')} />
        <span className={styles.acts}>
          <CommandPaletteButton isBare onOpen={openPalette} />
          <AccountMenu isBare onKeys={keys.show} />
        </span>
      </header>
      <main ref={mainRef} className={styles.sheet} id="main" tabIndex={-1}>
        <RouteChangeEffects main={mainRef} />
        <NavigationProgress />
        <AppStatus />
        <FailedModulesNotice />
        {unverified && <VerifyBanner {...unverified} />}
        {hasRefused && <RejectedFilesNotice onDismiss={dismiss} />}
        <InShellContext value={true}>
          <PermissionGate>{children}</PermissionGate>
        </InShellContext>
        <FinishedJobs />
        {isOver && <FileDropOverlay />}
      </main>
      <nav className={styles.tabbar} aria-label={translate('nav.main')}>
        {tabs.map((item) => (
          <NavItemLink key={item.to} item={item} isTab />
        ))}
        {moreItems.length > 0 && <MoreTab navItems={moreItems} />}
      </nav>
      <FocusRestorer frame={appRef} />
      <LazyReauthenticationDialog />
      {openCount > 0 && <Palette openCount={openCount} />}
      {keys.areShown && <ShortcutsDialog onClose={keys.hide} />}
    </div>
  )
}

/**
 * Prefetches the notice for an unreachable service after the first failed request. A page with pending requests is never idle, so
 * the prefetch on idle would never start.
 */
function usePrefetchAppStatus() {
  const { connectivity } = useAtelier()
  useEffect(
    () => connectivity?.subscribe((isReachable) => void (isReachable || lazyAppStatus.prefetch().catch(() => {}))),
    [connectivity],
  )
}

/** Binds Ctrl+K and ⌘K to the command palette, also in text fields. */
function usePaletteShortcut() {
  const [openCount, setOpenCount] = useState(0)
  const openPalette = () => setOpenCount((count) => count + 1)
  usePageKeys((event) => {
    if (event.defaultPrevented || event.key.toLowerCase() !== 'k' || !hasCommandModifier(event)) return
    // Some browsers bind these keys to their own search.
    event.preventDefault()
    openPalette()
  })
  return { openCount, openPalette }
}

/** Binds `?` to the dialog of keyboard shortcuts, and adds the shell's commands to the palette. */
function useShortcutsDialog() {
  const translate = useTranslate()
  const { session } = useAtelier()
  const [isShown, setIsShown] = useState<boolean>()
  const openDialog = () => setIsShown(true)
  useSingleKeyShortcuts((event) => event.key === '?' && openDialog())
  usePageCommands(() => ({
    commands: [
      { id: 'keys', label: translate('account.keys'), run: openDialog },
      { id: 'docs', label: translate('account.docs'), run: openApiDocs },
      { id: 'sign-out', label: translate('account.signOut'), run: () => signOut(session) },
    ],
  }))
  return { areShown: isShown, wereShown: isShown !== undefined, show: openDialog, hide: () => setIsShown(false) }
}

/**
 * Returns the user if the email address is not verified, otherwise null. Also null on the account page, which has a notice of its
 * own.
 */
function useUnverifiedUser() {
  const { session } = useAtelier()
  const data = useSelector(session, ({ context }) => context.data)
  const isOwnPage = useRouterState({ select: ({ location }) => location.pathname === '/account' })
  return data?.email && !data.verifiedAt && !isOwnPage ? { userId: data._id, email: data.email } : null
}

/**
 * After a navigation, focuses the page's title for screen readers, and starts the prefetch. A separate component, so that a
 * navigation does not render the whole frame.
 */
function RouteChangeEffects({ main: mainRef }: { main: RefObject<HTMLElement | null> }) {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const { prerenderedPath } = useAtelier()
  const lastPath = useRef(path ?? prerenderedPath)
  useEffect(() => {
    // Prefetches chunks, which then also work offline.
    lazyPrefetch.prefetch().then(
      ({ prefetchWhenIdle }) => prefetchWhenIdle(),
      () => {},
    )
    if (path === undefined) return
    const hasMoved = lastPath.current !== undefined && lastPath.current !== path
    lastPath.current = path
    // Does nothing if the page has moved the focus.
    if (hasMoved && !mainRef.current?.contains(document.activeElement)) focusTitle(mainRef.current)
  }, [mainRef, path])
  return null
}

/** Link of a navigation item in the rail or tab bar. */
function NavItemLink({
  item,
  isTab = false,
  isCounted = false,
}: {
  item: NavItem
  isTab?: boolean
  isCounted?: boolean
}) {
  const { to, labelKey, icon, isExact } = item
  const translate = useTranslate()
  const isOther = useRouterState({ select: ({ location }) => isNestedItemActive(item, location.pathname) })
  const isChildShown = useRouterState({ select: ({ location }) => isChildPageActive(item, location.pathname) })
  const isMake = isTab && item.isCreateButton
  return (
    <Link
      to={to}
      className={styles.place}
      activeOptions={{ exact: isExact || isOther, includeSearch: false }}
      // Without an explicit name, the accessible name includes the total.
      aria-label={isCounted ? undefined : translate(labelKey)}
      {...(isChildShown && { 'aria-current': 'page' })}
    >
      {({ isActive }) =>
        isMake ? (
          <span className={styles.make}>
            <Icon>
              <PlusIcon weight="bold" />
            </Icon>
          </span>
        ) : (
          <>
            <Icon size="fit" className={styles.glyph}>
              <NavItemIcon of={icon} isCurrent={isActive || isChildShown} />
            </Icon>
            <span className={styles.word}>{translate(labelKey)}</span>
            {isCounted && <RailCount of={to} />}
          </>
        )
      }
    </Link>
  )
}

/** Renders the page, or {@link ForbiddenState} if the user lacks the permission in the route's metadata. */
function PermissionGate({ children }: { children: ReactNode }) {
  const ability = useAbility()
  const needs = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.nav?.needs })
  return !needs || can(ability, needs[0], needs[1]) ? children : <ForbiddenState />
}

/** Progress bar of a pending navigation, delayed by the style sheet for 300 ms. */
function NavigationProgress() {
  const translate = useTranslate()
  const isMoving = useRouterState({ select: ({ status }) => status === 'pending' })
  if (!isMoving) return null
  return (
    <div className={styles.moving}>
      <LoadingBar label={translate('nav.loading')} />
    </div>
  )
}
