// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: SVG has no elements of its own for these
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useAtelier } from '../ui/context.ts'
import styles from './Inspector.module.css'
import type { Layout } from './layout.ts'
import type { Step } from './recording.ts'

/** Height of a line of text on the chart, in points; the layout was made with it. */
const LINE = 13

/** Props of {@link ChartDrawing}. */
export interface ChartDrawingProps {
  layout: Layout
  machine: string
  /** The ids of the active states. */
  active: readonly string[]
  last: Step | undefined
  /** In points; without it the chart fits where it stands. */
  width?: number
  /** Points of the screen for one of the drawing, below which it is not made smaller. */
  least?: number
}

/** The drawing of a machine, which is a tree to keys and screen readers. */
export function ChartDrawing({ layout, machine, active, last, width, least }: ChartDrawingProps) {
  const { translate } = useAtelier()
  const [focused, setFocused] = useState(machine)
  const drawing = useRef<SVGSVGElement>(null)
  const arrow = useId()
  const taken = new Set(last?.transitions)
  const refused = new Set(
    last?.outcome === 'refused' ? last.guards.filter(({ says }) => !says).map(({ at }) => at) : [],
  )
  const look = (ids: readonly string[]) => ({
    'data-taken': ids.some((id) => taken.has(id)) || undefined,
    'data-refused': ids.some((id) => refused.has(id)) || undefined,
  })
  const said = (ids: readonly string[], text: string) => (ids.some((id) => refused.has(id)) ? `⊘ ${text}` : text)
  const isParallel = (id: string | undefined) => layout.nodes.some((node) => node.id === id && node.kind === 'parallel')
  const walk = (event: KeyboardEvent) => {
    const node = layout.nodes.find(({ id }) => id === focused)
    const beside = layout.nodes.filter(({ parent }) => parent === node?.parent)
    const at = beside.findIndex(({ id }) => id === focused)
    const to = {
      ArrowLeft: layout.nodes.find(({ id }) => id === node?.parent),
      ArrowRight: layout.nodes.find(({ parent }) => parent === focused),
      ArrowUp: beside[at - 1],
      ArrowDown: beside[at + 1],
    }[event.key]
    if (!to) return
    event.preventDefault()
    setFocused(to.id)
    drawing.current?.querySelector<SVGElement>(`[data-id="${to.id}"]`)?.focus()
  }
  const [wide, high] = layout.size
  return (
    <svg
      ref={drawing}
      className={styles.sc}
      viewBox={`-2 -2 ${wide + 4} ${high + 4}`}
      role="tree"
      aria-label={translate('inspector.chart.of', { machine })}
      tabIndex={-1}
      onKeyDown={walk}
      {...(width !== undefined && { width, height: (width * high) / wide })}
      {...(least !== undefined && { style: { minInlineSize: wide * least, minBlockSize: high * least } })}
    >
      <defs>
        {['', 'hot'].map((kind) => (
          <marker
            key={kind}
            id={arrow + kind}
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
        // The frame of the whole stands for no state of it.
        const isLit = isOn && parent !== undefined
        return (
          <g
            key={id}
            role="treeitem"
            data-id={id}
            data-on={isLit || undefined}
            data-kind={kind}
            data-region={isParallel(parent) || undefined}
            aria-selected={isOn}
            tabIndex={id === focused ? 0 : -1}
          >
            {isLit && <rect className={styles.halo} x={x} y={y} width={w} height={h} rx={8} />}
            <rect className={styles.node} x={x} y={y} width={w} height={h} rx={8} />
            {kind === 'final' && (
              <rect className={styles.inner} x={x + 3} y={y + 3} width={w - 6} height={h - 6} rx={6} />
            )}
            {isInitial && <circle className={styles.ini} cx={x} cy={y} r={4.5} />}
            <text className={styles.name} x={x + 12} y={y + 20}>
              {name}
            </text>
            {lines.map(({ ids, text }, at) => (
              <text key={text} className={styles.sub} {...look(ids)} x={x + 12} y={y + 36 + at * LINE}>
                {said(ids, text)}
              </text>
            ))}
          </g>
        )
      })}
      <g aria-hidden="true">
        {layout.edges.map(({ from, to, lines, points, label: [x, y] }) => {
          const all = lines.flatMap(({ ids }) => ids)
          const state = look(all)
          return (
            <g key={`${from} ${to}`} {...state}>
              <path
                className={styles.edge}
                d={`M${points.map((it, at) => (at % 2 === 0 && at > 0 ? `L${it}` : it)).join(' ')}`}
                markerEnd={`url(#${arrow}${state['data-taken'] ? 'hot' : ''})`}
              />
              {lines.map(({ ids, text }, at) => (
                <text key={text} className={styles.ev} {...look(ids)} x={x + 3} y={y + 10 + at * LINE}>
                  {said(ids, text)}
                </text>
              ))}
            </g>
          )
        })}
      </g>
    </svg>
  )
}
