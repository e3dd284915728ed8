import { PlusIcon } from '@phosphor-icons/react/Plus'
import { SidebarSimpleIcon } from '@phosphor-icons/react/SidebarSimple'
import { Link, useRouterState } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useAtelier } from '../context.ts'
import { focusTitle } from '../kit/focus-title.ts'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Logo } from '../kit/Logo.tsx'
import { onceHeld, part, shownPart } from '../kit/part.ts'
import { SkipLink } from '../kit/SkipLink.tsx'
import { usePhone } from '../list/use-phone.ts'
import { useOffers } from '../offers.ts'
import { isCommand } from '../shortcut.ts'
import { usePageKeys, useSingleKeys } from '../use-page-keys.ts'
import { Account, showDocs, signOut } from './Account.tsx'
import { Allowed } from './Allowed.tsx'
import { GuestCard } from './GuestCard.tsx'
import { InShell } from './in-shell.ts'
import { LostParts } from './LostParts.tsx'
import { MoreTab } from './MoreTab.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { PlaceMark } from './PlaceMark.tsx'
import { isInner, isUnder, type Place, tabsOf, usePlaces } from './places.tsx'
import styles from './Shell.module.css'
import { SlowMove } from './SlowMove.tsx'
import { useNarrow } from './use-narrow.ts'
import { useQuickUpload } from './use-quick-upload.ts'

const ahead = part(() => import('../kit/ahead.ts'))
const Palette = shownPart(async () => (await import('../palette/Palette.tsx')).Palette)
const KeysDialog = shownPart(async () => (await import('../help/KeysDialog.tsx')).KeysDialog)
// Fetched ahead, and not shown before: nobody waits for them.
const Hint = onceHeld(part(async () => (await import('../help/Hint.tsx')).Hint))
const FinishedJobs = onceHeld(part(async () => (await import('../watch/FinishedJobs.tsx')).FinishedJobs))
const KeptFocus = onceHeld(part(async () => (await import('./KeptFocus.tsx')).KeptFocus))
const watch = part(async () => (await import('../watch/Watch.tsx')).Watch)
const Watch = onceHeld(watch)
const RailCount = onceHeld(part(async () => (await import('./RailCount.tsx')).RailCount))
const RailInspector = onceHeld(part(async () => (await import('./RailInspector.tsx')).RailInspector))
const RailQueue = onceHeld(part(async () => (await import('./RailQueue.tsx')).RailQueue))
const DropLayer = shownPart(async () => (await import('./DropLayer.tsx')).DropLayer)
const RefusedFiles = shownPart(async () => (await import('./RefusedFiles.tsx')).RefusedFiles)
const VerifyBanner = shownPart(async () => (await import('./VerifyBanner.tsx')).VerifyBanner)

/** How many tabs a phone’s bar has room for. */
const MOST_TABS = 5

/** The frame around every page behind sign-in: rail, or bars on a phone, and the sheet people work on. */
export function Shell({ children }: { children: ReactNode }) {
  const { translate } = useAtelier()
  const places = usePlaces().filter(({ isBelow }) => !isBelow)
  const [tabs, others] = tabsOf(places, MOST_TABS)
  const workspace = places.findIndex(({ isWorkspace }) => isWorkspace)
  const app = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(app, 1100)
  const isFoldedHere = useRouterState({ select: ({ matches }) => matches.some(({ staticData }) => staticData.folds) })
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isFolded = chosen ?? (isNarrow || isFoldedHere)
  const isPhone = usePhone()
  // What nobody sees asks for nothing.
  const isGlance = !isFolded && !isPhone
  const main = useRef<HTMLElement>(null)
  const { asked, ask } = usePaletteKey()
  const keys = useKeysKey()
  const unverified = useUnverified()
  const { isOver, hasRefused, dismiss } = useQuickUpload()
  useWatchOnceLost()
  return (
    <div ref={app} className={styles.app} data-rail={isFolded ? 'min' : 'full'}>
      <SkipLink to="main">{translate('app.skip')}</SkipLink>
      <nav className={styles.rail} aria-label={translate('nav.main')}>
        <div className={styles.brand}>
          <Logo {...(isFolded ? {} : { name: translate('app.name') })} />
          <IconButton
            className={styles.fold}
            label={translate(isFolded ? 'nav.unfold' : 'nav.fold')}
            icon={<SidebarSimpleIcon />}
            onClick={() => setChosen(!isFolded)}
          />
        </div>
        <PaletteButton isBare={isFolded} onOpen={ask} />
        {places.map((place, at) => (
          <Fragment key={place.to}>
            {at === workspace && at > 0 && <div className={styles.heading}>{translate('nav.workspace')}</div>}
            <PlaceLink place={place} isCounted={isGlance && place.counts} />
          </Fragment>
        ))}
        <div className={styles.end}>
          {isGlance && places.some(({ to }) => to === '/jobs') && <RailQueue />}
          {!isFolded && <Hint used={[asked > 0 && 'palette', keys.wereShown && 'keys']} />}
          {!isFolded && <GuestCard />}
          <RailInspector isBare={isFolded} />
          <Account isBare={isFolded} onKeys={keys.show} />
        </div>
      </nav>
      <header className={styles.topbar}>
        <Logo name={translate('app.name')} />
        <span className={styles.acts}>
          <PaletteButton isBare onOpen={ask} />
          <Account isBare onKeys={keys.show} />
        </span>
      </header>
      <main ref={main} className={styles.sheet} id="main" tabIndex={-1}>
        <Moves main={main} />
        <SlowMove />
        <Watch />
        <LostParts />
        {unverified && <VerifyBanner {...unverified} />}
        {hasRefused && <RefusedFiles onDismiss={dismiss} />}
        <InShell value={true}>
          <Allowed>{children}</Allowed>
        </InShell>
        <FinishedJobs />
        {isOver && <DropLayer />}
      </main>
      <nav className={styles.tabbar} aria-label={translate('nav.main')}>
        {tabs.map((place) => (
          <PlaceLink key={place.to} place={place} isTab />
        ))}
        {others.length > 0 && <MoreTab places={others} />}
      </nav>
      <KeptFocus frame={app} />
      {asked > 0 && <Palette asked={asked} />}
      {keys.areShown && <KeysDialog onClose={keys.hide} />}
    </div>
  )
}

/** Fetches what tells that the service is out of reach with the first try that fails: a page that waits for an answer is not idle. */
function useWatchOnceLost() {
  const { reach } = useAtelier()
  useEffect(() => reach?.hear((isAnswered) => void (isAnswered || watch.fetch().catch(() => {}))), [reach])
}

/** Ctrl K, or ⌘ K, asks for the command palette from everywhere, even while something is typed. */
function usePaletteKey() {
  const [asked, setAsked] = useState(0)
  const ask = () => setAsked((times) => times + 1)
  usePageKeys((event) => {
    if (event.defaultPrevented || event.key.toLowerCase() !== 'k' || !isCommand(event)) return
    // Browsers lead to their own search by it.
    event.preventDefault()
    ask()
  })
  return { asked, ask }
}

/** `?` shows the keys of the page and of all pages. */
function useKeysKey() {
  const { session, translate } = useAtelier()
  const [areShown, setShown] = useState<boolean>()
  const show = () => setShown(true)
  useSingleKeys((event) => event.key === '?' && show())
  useOffers(() => ({
    offers: [
      { id: 'keys', label: translate('account.keys'), run: show },
      { id: 'docs', label: translate('account.docs'), run: showDocs },
      { id: 'sign-out', label: translate('account.signOut'), run: () => signOut(session) },
    ],
  }))
  return { areShown, wereShown: areShown !== undefined, show, hide: () => setShown(false) }
}

/** Whom the page asks to verify their e-mail; the account's own page does so by itself. */
function useUnverified() {
  const { session } = useAtelier()
  const data = useSelector(session, ({ context }) => context.data)
  const isOwnPage = useRouterState({ select: ({ location }) => location.pathname === '/account' })
  return data?.email && !data.verifiedAt && !isOwnPage ? { userId: data._id, email: data.email } : null
}

/**
 * After a move, puts the focus on the title of the page, which tells screen readers where one is, unless the page has put it
 * elsewhere itself; and fetches code ahead. A view of its own, so that a move does not draw the whole frame anew.
 */
function Moves({ main }: { main: RefObject<HTMLElement | null> }) {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const { from } = useAtelier()
  const last = useRef(path ?? from)
  useEffect(() => {
    // What the page fetches at first use is there before, and then works offline.
    ahead.fetch().then(
      ({ fetchWhenIdle }) => fetchWhenIdle(),
      () => {},
    )
    if (path === undefined) return
    const hasMoved = last.current !== undefined && last.current !== path
    last.current = path
    // Unless the page has put it elsewhere itself.
    if (hasMoved && !main.current?.contains(document.activeElement)) focusTitle(main.current)
  }, [main, path])
  return null
}

/** A place of the rail, or of a phone's bar; the current one has a fill and a filled glyph. */
function PlaceLink({
  place,
  isTab = false,
  isCounted = false,
}: {
  place: Place
  isTab?: boolean
  isCounted?: boolean
}) {
  const { to, word, icon, isExact } = place
  const { translate } = useAtelier()
  const isOther = useRouterState({ select: ({ location }) => isInner(place, location.pathname) })
  const isHere = useRouterState({ select: ({ location }) => isUnder(place, location.pathname) })
  const isMake = isTab && place.makes
  return (
    <Link
      to={to}
      className={styles.place}
      activeOptions={{ exact: isExact || isOther, includeSearch: false }}
      // Where a number stands beside its word, both are its name.
      aria-label={isCounted ? undefined : translate(word)}
      {...(isHere && { 'aria-current': 'page' })}
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
              <PlaceMark of={icon} isCurrent={isActive || isHere} />
            </Icon>
            <span className={styles.word}>{translate(word)}</span>
            {isCounted && <RailCount of={to} />}
          </>
        )
      }
    </Link>
  )
}
