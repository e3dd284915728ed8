import { XIcon } from '@phosphor-icons/react/X'
import { Fragment, type ReactNode, useCallback, useRef, useState } from 'react'
import { useLandmark } from 'react-aria/useLandmark'
import { Toolbar } from 'react-aria-components/Toolbar'
import type { Row } from '../../../machines/list/paging.ts'
import { Button } from '../../kit/Button.tsx'
import { IconButton } from '../../kit/IconButton.tsx'
import { lazyComponent } from '../../kit/loading/lazy-module.ts'
import { isOverlayOpen } from '../../kit/overlays/is-overlay-open.ts'
import { Menu } from '../../kit/overlays/Menu.tsx'
import type { MessageKey } from '../../message-key.ts'
import { usePageKeys } from '../../use-page-keys.ts'
import { useQuery } from '../../use-query.ts'
import { renderActionIcon } from '../action-icon.tsx'
import type { BulkAction } from '../bulk-action.ts'
import { translateLabel } from '../label.ts'
import { useCssHeightVar } from '../table/use-css-height-var.ts'
import { useListTranslate } from '../use-list-translate.ts'
import styles from './BulkBar.module.css'
import { createToolbarKeyHandler } from './toolbar-keys.ts'

const RemarkDialog = lazyComponent(async () => (await import('./RemarkDialog.tsx')).RemarkDialog)
const ChoicesDialog = lazyComponent(async () => (await import('../filters/ChoicesDialog.tsx')).ChoicesDialog)

export interface BulkBarProps<R extends Row> {
  actions: readonly BulkAction<R>[]
  rows: readonly R[]
  pictureOf: (row: R) => ReactNode
  onRun: (action: BulkAction<R>, choice?: string) => void
  onClear: () => void
  /**
   * Offer to select more rows: `onSelect` selects `n` rows, which are all rows if `isAll`. Absent if the page is only partly
   * selected or there are no other rows.
   */
  more?: { n: number; isAll: boolean; onSelect: () => void } | undefined
}

const MAX_PICTURES = 3

/** Floating toolbar with the bulk actions for the selected rows (design guide §7). */
export function BulkBar<R extends Row>({ actions, rows, pictureOf, onRun, onClear, more }: BulkBarProps<R>) {
  const translate = useListTranslate()
  const barRef = useRef<HTMLDivElement>(null)
  // The scroll container reserves the toolbar's height below the last row.
  useCssHeightVar(barRef, '--toolbar')
  const [openAction, setOpenAction] = useState<BulkAction<R> | null>(null)
  const [handleToolbarKey] = useState(createToolbarKeyHandler)
  usePageKeys((event) => {
    if (event.defaultPrevented) return
    if (event.key === 'Escape') onClear()
    else handleToolbarKey(event, barRef.current)
  })
  // F6 moves the focus to this toolbar, then to the toasts. The element keeps its toolbar role.
  const focusFirstButton = useCallback(() => {
    if (!isOverlayOpen()) barRef.current?.querySelector<HTMLElement>('button')?.focus()
  }, [])
  useLandmark({ role: 'region', 'aria-label': translate('list.selection'), focus: focusFirstButton }, barRef)
  const pictures = rows.slice(0, MAX_PICTURES).flatMap((row) => {
    const picture = pictureOf(row)
    return picture ? [<Fragment key={row.id}>{picture}</Fragment>] : []
  })
  return (
    <Toolbar ref={barRef} aria-label={translate('list.selection')} className={styles.bar!}>
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
          action.choices && !action.multiChoice ? (
            <ChoiceButton key={action.id} action={action} choices={action.choices} rows={rows} onRun={onRun} />
          ) : (
            <Button
              key={action.id}
              variant="ghost"
              icon={renderActionIcon(action.icon)}
              className={action.color === 'bad' ? styles.bad : undefined}
              onClick={() => (action.remark || action.multiChoice ? setOpenAction(action) : onRun(action))}
            >
              {translate(action.title)}
            </Button>
          ),
        )}
      </div>
      <span className={styles.rule} />
      <IconButton label={translate('list.clearSelection')} icon={<XIcon />} onClick={onClear} />
      {openAction?.multiChoice && openAction.choices && (
        <ChoicesDialog
          {...openAction.multiChoice}
          n={rows.length}
          verb={openAction.title}
          choices={openAction.choices}
          onPicked={(choiceIds) => {
            setOpenAction(null)
            onRun(openAction, choiceIds.join(' '))
          }}
          onClose={() => setOpenAction(null)}
        />
      )}
      {openAction?.remark && (
        <RemarkDialog
          {...openAction.remark}
          n={rows.length}
          verb={openAction.title}
          onSubmit={(remark) => {
            setOpenAction(null)
            onRun(openAction, remark)
          }}
          onClose={() => setOpenAction(null)}
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

/** Menu button of a bulk action with choices, which are requested when the menu opens. */
function ChoiceButton<R extends Row>({ action, choices, rows, onRun }: ChoiceButtonProps<R>) {
  const translate = useListTranslate()
  const [wasOpened, setOpened] = useState(false)
  const { data, isBusy, refetch } = useQuery({
    // Action titles are unique across all lists, so lists never share cached choices.
    queryKey: wasOpened ? action.title : null,
    queryFn: (_, signal) => choices(signal),
    cacheName: 'bulk choices',
  })
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) return
    setOpened(true)
    refetch()
  }
  const availableChoices = data?.filter(({ id }) => action.isChoiceAvailable?.(id, rows) ?? true)
  const noteItem = (messageKey: MessageKey<'list'>) => [{ id: messageKey, label: translate(messageKey), disabled: '' }]
  const items =
    availableChoices === undefined
      ? noteItem(isBusy ? 'list.loading' : 'list.choicesFailed')
      : availableChoices.length === 0
        ? noteItem('list.noResults')
        : availableChoices.map((choice) => ({
            id: choice.id,
            label: translateLabel(choice.label, translate),
            onAction: () => onRun(action, choice.id),
          }))
  return (
    <Menu label={translate(action.title)} placement="top start" onOpenChange={onOpenChange} groups={[{ items }]}>
      {(button) => (
        <Button {...button} variant="ghost" icon={renderActionIcon(action.icon)}>
          {translate(action.title)}
        </Button>
      )}
    </Menu>
  )
}
