import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Icon } from '../kit/Icon.tsx'
import type { ScenePart } from '../viewer/studio.ts'
import styles from './Examine.module.css'
import { openAtFirst, rowsOf, stepInTree } from './part-rows.ts'

/** Props of {@link PartTree}; `chosen` is the number of a part. */
export interface PartTreeProps {
  root: ScenePart
  chosen: number | null
  onChoose: (part: number) => void
}

/** The parts of a model as a tree: arrows walk it, open and close, Enter chooses. */
export function PartTree({ root, chosen, onChoose }: PartTreeProps) {
  const { translate, language } = useAtelier()
  const [open, setOpen] = useState<ReadonlySet<number>>(() => openAtFirst(root))
  const [at, setAt] = useState(root.id)
  const tree = useRef<HTMLDivElement>(null)
  const rows = rowsOf(root, open)
  const held = Math.max(
    0,
    rows.findIndex(({ part }) => part.id === at),
  )
  const toggle = (id: number, isOpen: boolean) =>
    setOpen((now) => new Set(isOpen ? [...now, id] : [...now].filter((one) => one !== id)))
  const go = (id: number) => {
    setAt(id)
    tree.current?.querySelector<HTMLElement>(`[data-part="${id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = stepInTree(rows, held, event.key, open)
    const isChoice = event.key === 'Enter' || event.key === ' '
    if (step === null && !isChoice) return
    event.preventDefault()
    if (isChoice) onChoose(rows[held]!.part.id)
    else if (step && 'to' in step) go(rows[step.to]!.part.id)
    else if (step && 'open' in step) toggle(step.open, true)
    else if (step) toggle(step.close, false)
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
          {...(part.parts.length > 0 && { 'aria-expanded': open.has(part.id) })}
          tabIndex={index === held ? 0 : -1}
          style={{ paddingInlineStart: `${(level - 1) * 12 + 6}px` }}
          onFocus={() => setAt(part.id)}
          onClick={() => onChoose(part.id)}
          onKeyDown={onKeyDown}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: arrows open the row */}
          <span
            className={styles.caret}
            data-open={open.has(part.id) || undefined}
            onClick={(event) => {
              event.stopPropagation()
              toggle(part.id, !open.has(part.id))
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
