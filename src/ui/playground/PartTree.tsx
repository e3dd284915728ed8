import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Icon } from '../kit/Icon.tsx'
import { examineMessages } from '../messages/examine.ts'
import { useTranslate } from '../use-translate.ts'
import type { ScenePart } from '../viewer/studio.ts'
import styles from './Examine.module.css'
import { findInitiallyOpenParts, getTreeKeyAction, listVisiblePartRows } from './part-rows.ts'

/** Props of {@link PartTree}; `chosen` is the id of a part. */
export interface PartTreeProps {
  root: ScenePart
  chosen: number | null
  onChoose: (part: number) => void
}

/** Tree of a model's parts. Arrow keys move, expand and collapse; Enter selects. */
export function PartTree({ root, chosen, onChoose }: PartTreeProps) {
  const translate = useTranslate(examineMessages)
  const { language } = useAtelier()
  const [openParts, setOpenParts] = useState<ReadonlySet<number>>(() => findInitiallyOpenParts(root))
  const [focusedId, setFocusedId] = useState(root.id)
  const tree = useRef<HTMLDivElement>(null)
  const rows = listVisiblePartRows(root, openParts)
  const focusedIndex = Math.max(
    0,
    rows.findIndex(({ part }) => part.id === focusedId),
  )
  const toggle = (id: number, isOpen: boolean) =>
    setOpenParts((current) => new Set(isOpen ? [...current, id] : [...current].filter((openId) => openId !== id)))
  const focusPart = (id: number) => {
    setFocusedId(id)
    tree.current?.querySelector<HTMLElement>(`[data-part="${id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const action = getTreeKeyAction(rows, focusedIndex, event.key, openParts)
    const isChoice = event.key === 'Enter' || event.key === ' '
    if (action === null && !isChoice) return
    event.preventDefault()
    if (isChoice) onChoose(rows[focusedIndex]!.part.id)
    else if (action && 'to' in action) focusPart(rows[action.to]!.part.id)
    else if (action && 'open' in action) toggle(action.open, true)
    else if (action) toggle(action.close, false)
  }
  return (
    <div ref={tree} className={styles.tree} role="tree" aria-label={translate('examine.scene')}>
      {rows.map(({ part, level, triangles }, index) => (
        <div
          key={part.id}
          role="treeitem"
          className={styles.row}
          data-part={part.id}
          aria-level={level}
          aria-selected={part.id === chosen}
          {...(part.parts.length > 0 && { 'aria-expanded': openParts.has(part.id) })}
          tabIndex={index === focusedIndex ? 0 : -1}
          style={{ paddingInlineStart: `${(level - 1) * 12 + 6}px` }}
          onFocus={() => setFocusedId(part.id)}
          onClick={() => onChoose(part.id)}
          onKeyDown={onKeyDown}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: arrow keys expand the row */}
          <span
            className={styles.caret}
            data-open={openParts.has(part.id) || undefined}
            onClick={(event) => {
              event.stopPropagation()
              toggle(part.id, !openParts.has(part.id))
            }}
          >
            {part.parts.length > 0 && (
              <Icon size="xs">
                <CaretRightIcon weight="bold" />
              </Icon>
            )}
          </span>
          <span className={styles.name}>{part.name || translate(`examine.kind.${part.kind}`)}</span>
          {triangles > 0 && <span className={styles.figure}>{formatNumber(triangles, language)}</span>}
        </div>
      ))}
    </div>
  )
}
