import { XIcon } from '@phosphor-icons/react/X'
import { Fragment, type ReactNode, useCallback, useRef, useState } from 'react'
import { useLandmark } from 'react-aria/useLandmark'
import { Toolbar } from 'react-aria-components/Toolbar'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Menu } from '../kit/Menu.tsx'
import { isCovered } from '../kit/overlays.ts'
import { shownPart } from '../kit/part.ts'
import { useAsking } from '../use-asking.ts'
import { usePageKeys } from '../use-page-keys.ts'
import styles from './BulkBar.module.css'
import type { BulkAction } from './bulk.ts'
import { glyphOf } from './glyph-of.tsx'
import { createToolbarKeys } from './toolbar-keys.ts'
import { useToldHeight } from './use-told-height.ts'

const RemarkDialog = shownPart(async () => (await import('./RemarkDialog.tsx')).RemarkDialog)
const PicksDialog = shownPart(async () => (await import('./PicksDialog.tsx')).PicksDialog)

/** Props of {@link BulkBar}. */
export interface BulkBarProps<R extends Row> {
  actions: readonly BulkAction<R>[]
  rows: readonly R[]
  /** The picture of a row, if it has one. */
  pictureOf: (row: R) => ReactNode
  onRun: (action: BulkAction<R>, choice?: string) => void
  onClear: () => void
  /** How many could be selected beyond the page, and what selects them; absent where these are all, or not all of the page are. */
  more?: { n: number; isAll: boolean; onSelect: () => void } | undefined
}

/** How many of the rows show their picture. */
const PICTURES = 3

/** What can be done to the selected rows, floating above the foot (look.md §7). Loaded with the first selection. */
export function BulkBar<R extends Row>({ actions, rows, pictureOf, onRun, onClear, more }: BulkBarProps<R>) {
  const { translate } = useAtelier()
  const bar = useRef<HTMLDivElement>(null)
  // The rows keep as much free below them.
  useToldHeight(bar, '--toolbar')
  const [asked, setAsked] = useState<BulkAction<R> | null>(null)
  const [goBy] = useState(createToolbarKeys)
  usePageKeys((event) => {
    if (event.defaultPrevented) return
    if (event.key === 'Escape') onClear()
    else goBy(event, bar.current)
  })
  // F6 leads to it, and on to the toasts; a toolbar it stays.
  const focus = useCallback(() => {
    if (!isCovered()) bar.current?.querySelector<HTMLElement>('button')?.focus()
  }, [])
  useLandmark({ role: 'region', 'aria-label': translate('list.selection'), focus }, bar)
  const pictures = rows.slice(0, PICTURES).flatMap((row) => {
    const picture = pictureOf(row)
    return picture ? [<Fragment key={row.id}>{picture}</Fragment>] : []
  })
  return (
    <Toolbar ref={bar} aria-label={translate('list.selection')} className={styles.bar!}>
      {pictures.length > 0 && (
        <span className={styles.pictures} aria-hidden="true">
          {pictures}
        </span>
      )}
      <span className={styles.picked}>{translate('list.selected', { n: rows.length })}</span>
      {more && (
        <Button variant="ghost" className={styles.more} onClick={more.onSelect}>
          {translate(more.isAll ? 'list.selectMore' : 'list.selectFirst', { n: more.n })}
        </Button>
      )}
      <span className={styles.rule} />
      <div className={styles.actions}>
        {actions.map((action) =>
          action.choices && !action.several ? (
            <ChoiceButton key={action.id} action={action} choices={action.choices} rows={rows} onRun={onRun} />
          ) : (
            <Button
              key={action.id}
              variant="ghost"
              icon={glyphOf(action.icon)}
              className={action.color === 'bad' ? styles.bad : undefined}
              onClick={() => (action.remark || action.several ? setAsked(action) : onRun(action))}
            >
              {translate(action.title)}
            </Button>
          ),
        )}
      </div>
      <span className={styles.rule} />
      <IconButton label={translate('list.clearSelection')} icon={<XIcon />} onClick={onClear} />
      {asked?.several && asked.choices && (
        <PicksDialog
          {...asked.several}
          n={rows.length}
          verb={asked.title}
          choices={asked.choices}
          onPicked={(picked) => {
            setAsked(null)
            onRun(asked, picked.join(' '))
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.remark && (
        <RemarkDialog
          {...asked.remark}
          n={rows.length}
          verb={asked.title}
          onSaid={(said) => {
            setAsked(null)
            onRun(asked, said)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Toolbar>
  )
}

interface ChoiceButtonProps<R extends Row> {
  action: BulkAction<R>
  choices: NonNullable<BulkAction<R>['choices']>
  rows: readonly R[]
  onRun: (action: BulkAction<R>, choice: string) => void
}

/** An action that is done with something: what there is, is asked for when the menu opens. */
function ChoiceButton<R extends Row>({ action, choices, rows, onRun }: ChoiceButtonProps<R>) {
  const { translate } = useAtelier()
  const [wasOpened, setOpened] = useState(false)
  const { answer, isBusy, askAgain } = useAsking({
    // Unique among the lists, too.
    question: wasOpened ? action.title : null,
    ask: (_, signal) => choices(signal),
    keptAs: 'bulk choices',
  })
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) return
    setOpened(true)
    askAgain()
  }
  const offered = answer?.filter(({ id }) => action.offers?.(id, rows) ?? true)
  const note = (word: string) => [{ id: word, label: translate(word), disabled: '' }]
  const items =
    offered === undefined
      ? note(isBusy ? 'list.loading' : 'list.choicesFailed')
      : offered.length === 0
        ? note('list.noResults')
        : offered.map(({ id, label }) => ({ id, label: translate(label), onAction: () => onRun(action, id) }))
  return (
    <Menu label={translate(action.title)} placement="top start" onOpenChange={onOpenChange} groups={[{ items }]}>
      {(button) => (
        <Button {...button} variant="ghost" icon={glyphOf(action.icon)}>
          {translate(action.title)}
        </Button>
      )}
    </Menu>
  )
}
