import { SidebarSimpleIcon } from '@phosphor-icons/react/SidebarSimple'
import { Link, useRouterState } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAtelier } from '../context.ts'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Logo } from '../kit/Logo.tsx'
import { part, shownPart } from '../kit/part.ts'
import { SkipLink } from '../kit/SkipLink.tsx'
import { useMedia } from '../use-media.ts'
import { Account } from './Account.tsx'
import { GuestCard } from './GuestCard.tsx'
import { InShell } from './in-shell.ts'
import { LostParts } from './LostParts.tsx'
import { MoreTab } from './MoreTab.tsx'
import { type Place, usePlaces } from './places.tsx'
import styles from './Shell.module.css'

const ahead = part(() => import('../kit/ahead.ts'))
const VerifyBanner = shownPart(async () => (await import('./VerifyBanner.tsx')).VerifyBanner)

/** How many tabs a phone’s bar has room for. */
const MOST_TABS = 5

/** The frame around every page behind sign-in: rail, or bars on a phone, and the sheet people work on. */
export function Shell({ children }: { children: ReactNode }) {
  const { translate } = useAtelier()
  const places = usePlaces()
  const hasRoom = places.length <= MOST_TABS
  const isNarrow = useMedia('(max-width: 1099.98px)')
  const isFoldedHere = useRouterState({ select: ({ matches }) => matches.some(({ staticData }) => staticData.folds) })
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isFolded = chosen ?? (isNarrow || isFoldedHere)
  const main = useMoves()
  const unverified = useUnverified()
  return (
    <div className={styles.app} data-rail={isFolded ? 'min' : 'full'}>
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
        {places.map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
        <div className={styles.end}>
          {!isFolded && <GuestCard />}
          <Account isBare={isFolded} />
        </div>
      </nav>
      <header className={styles.topbar}>
        <Logo name={translate('app.name')} />
        <Account isBare />
      </header>
      <main ref={main} className={styles.sheet} id="main" tabIndex={-1}>
        <LostParts />
        {unverified && <VerifyBanner {...unverified} />}
        <InShell value={true}>{children}</InShell>
      </main>
      <nav className={styles.tabbar} aria-label={translate('nav.main')}>
        {places.slice(0, hasRoom ? MOST_TABS : MOST_TABS - 1).map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
        {!hasRoom && <MoreTab places={places.slice(MOST_TABS - 1)} />}
      </nav>
    </div>
  )
}

/** Whom the page asks to verify their e-mail; the account's own page does so by itself. */
function useUnverified() {
  const { session } = useAtelier()
  const data = useSelector(session, ({ context }) => context.data)
  const isOwnPage = useRouterState({ select: ({ location }) => location.pathname === '/account' })
  return data?.email && !data.verifiedAt && !isOwnPage ? { userId: data._id, email: data.email } : null
}

/** After a move, puts the focus into the page if what had it is gone, so that Tab goes on there, and fetches code ahead. */
function useMoves() {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef(path)
  useEffect(() => {
    // What the page fetches at first use is there before, and then works offline.
    ahead.fetch().then(
      ({ fetchWhenIdle }) => fetchWhenIdle(),
      () => {},
    )
    const hasMoved = last.current !== undefined && last.current !== path
    last.current = path
    if (hasMoved && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}

/** A place of the rail; the current one has a fill and a filled glyph. */
function PlaceLink({ place: { to, word, icon, current, isExact } }: { place: Place }) {
  const { translate } = useAtelier()
  return (
    <Link
      to={to}
      className={styles.place}
      activeOptions={{ exact: isExact, includeSearch: false }}
      aria-label={translate(word)}
    >
      {({ isActive }) => (
        <>
          <Icon size="fit" className={styles.glyph}>
            {isActive ? current : icon}
          </Icon>
          <span className={styles.word}>{translate(word)}</span>
        </>
      )}
    </Link>
  )
}
