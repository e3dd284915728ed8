import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SearchTarget } from '../../machines/palette/palette.ts'
import { focusTitle } from '../kit/focus-title.ts'
import { Overlay } from '../kit/overlays/Overlay.tsx'
import { paletteMessages } from '../messages/palette.ts'
import { NAV_ICONS, useNavItems } from '../nav-items.tsx'
import { collectPageCommands, type PageCommand, type PageCommandGroup } from '../page-commands.ts'
import { useMessages } from '../use-messages.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import { CommandPaletteView } from './CommandPaletteView.tsx'
import { buildChoiceGroups, buildPaletteGroups, type PaletteOption } from './palette-groups.ts'
import { useCommandPalette, useRecentTargets } from './use-command-palette.ts'

export interface CommandPaletteProps {
  /** Number of requests to open the palette. Each increment opens the palette. */
  openCount: number
}

/** Command palette: finds pages, assets, tags and actions by a few letters. Loaded on first use. */
export function CommandPalette({ openCount }: CommandPaletteProps) {
  const translate = useTranslate()
  const router = useRouter()
  const currentPath = useRouterState({ select: ({ location }) => location.pathname })
  const hasMessages = useMessages(paletteMessages) !== undefined
  const navItems = useNavItems()
  const { typed, cachedEntries, error, isOpen, isBusy, send } = useCommandPalette()
  const { recent, keepRecent } = useRecentTargets(isOpen)
  const [commandGroups, setCommandGroups] = useState<readonly PageCommandGroup[]>([])
  // Action for which the user has to choose an item, and the text typed to find that action.
  const [pendingChoice, setPendingChoice] = useState<{ offer: PageCommand; typed: string } | null>(null)
  const choicesQuery = useQuery({
    inspectorLabel: 'choices',
    queryKey: isOpen && pendingChoice ? pendingChoice.offer.id : null,
    queryFn: async (_, signal) => (await pendingChoice?.offer.choices?.(signal)) ?? [],
  })
  const previousFocus = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (openCount === 0) return
    previousFocus.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setCommandGroups(collectPageCommands())
    setPendingChoice(null)
    send({ type: 'palette.opened' })
  }, [openCount, send])

  const pages: SearchTarget[] = [
    ...navItems.map(
      ({ to, labelKey }): SearchTarget => ({ id: `page/${to}`, kind: 'page', label: translate(labelKey), to }),
    ),
    { id: 'page//account', kind: 'page', label: translate('account.label'), to: '/account' },
  ]
  const close = () => send({ type: 'palette.closed' })
  // Restores the focus before the action runs. If the action opens a dialog, the dialog later returns the focus to the right
  // element.
  const closeAndRun = (run: () => void) => {
    flushSync(close)
    previousFocus.current?.focus({ preventScroll: true })
    run()
  }
  const chooseLine = (line: PaletteOption, isNewTab: boolean) => {
    if ('choice' in line) return closeAndRun(() => line.of.run(line.choice))
    if ('offer' in line) {
      const { offer } = line
      if (offer.disabledReason) return
      if (offer.choices) return setPendingChoice({ offer, typed: '' })
      return closeAndRun(() => offer.run())
    }
    keepRecent(line.thing)
    if (isNewTab) {
      window.open(line.thing.to, '_blank', 'noopener')
      return
    }
    closeAndRun(() => {
      const { to } = line.thing
      // Focuses the title explicitly, because the page does not do so if only the search parameters change.
      const unsubscribe = router.history.subscribe(({ location }: { location: { href: string } }) => {
        unsubscribe()
        if (location.href === to) focusTitle(document.querySelector('main'))
      })
      router.history.push(to)
    })
  }
  return (
    <Overlay isOpen={isOpen && hasMessages} onClose={close} label={translate('nav.search')}>
      <CommandPaletteView
        {...(pendingChoice
          ? {
              step: { label: pendingChoice.offer.label, onBack: () => setPendingChoice(null) },
              typed: pendingChoice.typed,
              onType: (text: string) => setPendingChoice({ ...pendingChoice, typed: text }),
              groups: buildChoiceGroups(pendingChoice.offer, choicesQuery.data ?? [], pendingChoice.typed),
              isBusy: choicesQuery.isBusy,
              error: choicesQuery.error,
              onRetry: choicesQuery.refetch,
            }
          : {
              typed,
              onType: (text: string) => send({ type: 'text.changed', typed: text }),
              groups: buildPaletteGroups({
                typed,
                entries: cachedEntries,
                recent,
                pages,
                commandGroups,
                here: currentPath,
              }),
              isBusy,
              error,
              onRetry: () => send({ type: 'retry.requested' }),
            })}
        glyphs={new Map(navItems.map(({ to, icon }) => [`page/${to}`, NAV_ICONS[icon]]))}
        onChoose={chooseLine}
        onClose={close}
      />
    </Overlay>
  )
}
