// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: SVG has no native elements for these roles
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: none of its content is focusable
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useTranslate } from '../ui/use-translate.ts'
import type { ChartLayout } from './chart-layout.ts'
import styles from './Inspector.module.css'
import type { Step } from './recording.ts'

/** Height of a line of text on the chart, in user units. The layout was computed with this height. */
const LINE_HEIGHT = 13

export interface ChartDrawingProps {
  layout: ChartLayout
  machine: string
  active: readonly string[]
  last: Step | undefined
  /** Width in CSS pixels; by default the chart fits its container. */
  width?: number
  /** Minimum scale: CSS pixels per user unit. */
  minScale?: number
}

/** Statechart of a machine as SVG, exposed as a tree to keyboard and screen readers. */
export function ChartDrawing({ layout, machine, active, last, width, minScale }: ChartDrawingProps) {
  const translate = useTranslate(inspectorMessages)
  const [focusedId, setFocusedId] = useState(machine)
  const drawing = useRef<SVGSVGElement>(null)
  const arrowId = useId()
  const takenIds = new Set(last?.transitions)
  const refusedIds = new Set(
    last?.outcome === 'refused' ? last.guards.filter(({ says }) => !says).map(({ at }) => at) : [],
  )
  const highlightAttributes = (ids: readonly string[]) => ({
    'data-taken': ids.some((id) => takenIds.has(id)) || undefined,
    'data-refused': ids.some((id) => refusedIds.has(id)) || undefined,
  })
  const lineText = (ids: readonly string[], text: string) => (ids.some((id) => refusedIds.has(id)) ? `⊘ ${text}` : text)
  const isParallel = (id: string | undefined) => layout.nodes.some((node) => node.id === id && node.kind === 'parallel')
  const onKeyDown = (event: KeyboardEvent) => {
    const node = layout.nodes.find(({ id }) => id === focusedId)
    const siblings = layout.nodes.filter(({ parent }) => parent === node?.parent)
    const index = siblings.findIndex(({ id }) => id === focusedId)
    const target = {
      ArrowLeft: layout.nodes.find(({ id }) => id === node?.parent),
      ArrowRight: layout.nodes.find(({ parent }) => parent === focusedId),
      ArrowUp: siblings[index - 1],
      ArrowDown: siblings[index + 1],
    }[event.key]
    if (!target) return
    event.preventDefault()
    setFocusedId(target.id)
    drawing.current?.querySelector<SVGElement>(`[data-id="${target.id}"]`)?.focus()
  }
  const [chartWidth, chartHeight] = layout.size
  return (
    <svg
      ref={drawing}
      className={styles.sc}
      viewBox={`-2 -2 ${chartWidth + 4} ${chartHeight + 4}`}
      role="tree"
      aria-label={translate('inspector.chart.of', { machine })}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      {...(width !== undefined && { width, height: (width * chartHeight) / chartWidth })}
      {...(minScale !== undefined && {
        style: { minInlineSize: chartWidth * minScale, minBlockSize: chartHeight * minScale },
      })}
    >
      <defs>
        {['', 'hot'].map((kind) => (
          <marker
            key={kind}
            id={arrowId + kind}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path className={kind ? styles.arrHot : styles.arr} d="M0 .8 7 4 0 7.200z" />
          </marker>
        ))}
      </defs>
      {layout.nodes.map(({ id, name, kind, parent, isInitial, lines, box: [x, y, w, h] }) => {
        const isOn = active.includes(id)
        // The outer frame is the machine itself, not one of its states.
        const isHighlighted = isOn && parent !== undefined
        return (
          <g
            key={id}
            role="treeitem"
            data-id={id}
            data-on={isHighlighted || undefined}
            data-kind={kind}
            data-region={isParallel(parent) || undefined}
            aria-selected={isOn}
            tabIndex={id === focusedId ? 0 : -1}
          >
            {isHighlighted && <rect className={styles.halo} x={x} y={y} width={w} height={h} rx={8} />}
            <rect className={styles.node} x={x} y={y} width={w} height={h} rx={8} />
            {kind === 'final' && (
              <rect className={styles.inner} x={x + 3} y={y + 3} width={w - 6} height={h - 6} rx={6} />
            )}
            {isInitial && <circle className={styles.ini} cx={x} cy={y} r={4.5} />}
            <text className={styles.name} x={x + 12} y={y + 20}>
              {name}
            </text>
            {lines.map(({ ids, text }, index) => (
              <text
                key={text}
                className={styles.sub}
                {...highlightAttributes(ids)}
                x={x + 12}
                y={y + 36 + index * LINE_HEIGHT}
              >
                {lineText(ids, text)}
              </text>
            ))}
          </g>
        )
      })}
      <g aria-hidden="true">
        {layout.edges.map(({ from, to, lines, points, label: [x, y] }) => {
          const lineIds = lines.flatMap(({ ids }) => ids)
          const state = highlightAttributes(lineIds)
          return (
            <g key={`${from} ${to}`} {...state}>
              <path
                className={styles.edge}
                d={`M${points.map((coordinate, index) => (index % 2 === 0 && index > 0 ? `L${coordinate}` : coordinate)).join(' ')}`}
                markerEnd={`url(#${arrowId}${state['data-taken'] ? 'hot' : ''})`}
              />
              {lines.map(({ ids, text }, index) => (
                <text
                  key={text}
                  className={styles.ev}
                  {...highlightAttributes(ids)}
                  x={x + 3}
                  y={y + 10 + index * LINE_HEIGHT}
                >
                  {lineText(ids, text)}
                </text>
              ))}
            </g>
          )
        })}
      </g>
    </svg>
  )
}
