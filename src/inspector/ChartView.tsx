import { CornersInIcon } from '@phosphor-icons/react/CornersIn'
import { MinusIcon } from '@phosphor-icons/react/Minus'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { TableIcon } from '@phosphor-icons/react/Table'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/kit/Button.tsx'
import { IconButton } from '../ui/kit/IconButton.tsx'
import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useTranslate } from '../ui/use-translate.ts'
import { ChartDrawing } from './ChartDrawing.tsx'
import { type ChartLayout, type PackedChartLayout, unpackLayouts } from './chart-layout.ts'
import { downloadText, serializeSvg } from './download.ts'
import styles from './Inspector.module.css'
import known from './layouts.json'
import { toMermaid, toTransitionTable } from './mermaid.ts'
import { activeStateIds, eventTypeOf, type Step, stateText } from './recording.ts'
import type { Inspector } from './use-inspector.ts'

/** Layouts of all machines of this build. */
export const chartLayouts = unpackLayouts(known as unknown as Record<string, PackedChartLayout>)

export function ChartView({ inspector: { recording, chosen, step } }: { inspector: Inspector }) {
  const translate = useTranslate(inspectorMessages)
  // Until the user zooms, the chart is fitted to its container, but stays readable.
  const [zoom, setZoom] = useState<number | 'read' | 'fit'>('read')
  const [isTable, setTable] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const actor = recording.actors.find(({ id }) => id === chosen)
  const steps = recording.steps.filter(
    (candidate) => candidate.actor === chosen && (step === null || candidate.n <= step),
  )
  const last = steps.at(-1)
  const { machine } = actor ?? {}
  const layout = machine !== undefined && Object.hasOwn(chartLayouts, machine) ? chartLayouts[machine] : undefined
  const active = machine !== undefined && last?.status === 'active' ? activeStateIds(machine, last.value) : []
  const previousActive = machine !== undefined ? activeStateIds(machine, steps.at(-2)?.value ?? null) : []
  const followed = active.findLast((id) => !previousActive.includes(id)) ?? active.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the state again after each step, even if it is the same
  useEffect(() => scrollToState(area.current, followed), [followed, last, zoom, machine])
  if (!actor || machine === undefined) return <p className={styles.none}>{translate('inspector.chart.none')}</p>
  if (!layout || recording.machines[machine]?.hash !== layout.hash) {
    return (
      <div className={styles.scroll}>
        <p className={styles.none}>{translate('inspector.chart.other', { machine })}</p>
        <Table rows={recordedTransitions(steps)} />
      </div>
    )
  }
  const chart = { id: machine, nodes: layout.nodes, edges: layout.edges }
  const zoomBy = (factor: number) =>
    setZoom(Math.min(2, Math.max(0.25, computeScale(zoom, area.current, layout) * factor)))
  return (
    <div className={styles.chart}>
      <div className={styles.tools}>
        <IconButton
          size="sm"
          label={translate('inspector.zoom.out')}
          icon={<MinusIcon />}
          onClick={() => zoomBy(0.8)}
        />
        <IconButton size="sm" label={translate('inspector.zoom.in')} icon={<PlusIcon />} onClick={() => zoomBy(1.25)} />
        <IconButton
          size="sm"
          label={translate('inspector.zoom.fit')}
          icon={<CornersInIcon />}
          onClick={() => setZoom('fit')}
        />
        <IconButton
          size="sm"
          label={translate('inspector.chart.table')}
          icon={<TableIcon />}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        />
        <Button
          size="sm"
          variant="ghost"
          disabled={isTable}
          aria-label={translate('inspector.save', { what: 'SVG' })}
          onClick={() =>
            downloadText(`${machine}.svg`, 'image/svg+xml', serializeSvg(area.current?.querySelector('svg')))
          }
        >
          SVG
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={translate('inspector.save', { what: 'Mermaid' })}
          onClick={() => downloadText(`${machine}.mmd`, 'text/plain', toMermaid(chart))}
        >
          Mermaid
        </Button>
      </div>
      <div ref={area} className={styles.canvas} data-fits={typeof zoom === 'string' || undefined}>
        {isTable ? (
          <Table rows={toTransitionTable(chart)} active={active.map((id) => id.slice(machine.length + 1) || machine)} />
        ) : (
          <ChartDrawing
            layout={layout}
            machine={machine}
            active={active}
            last={last}
            {...(typeof zoom === 'number' && { width: layout.size[0] * zoom })}
            {...(zoom === 'read' && { minScale: MIN_READABLE_SCALE })}
          />
        )}
      </div>
    </div>
  )
}

/** Minimum scale at which the text is readable, in CSS pixels per user unit. */
const MIN_READABLE_SCALE = 0.85

function computeScale(
  zoom: number | 'read' | 'fit',
  area: HTMLElement | null,
  { size: [width, height] }: ChartLayout,
): number {
  if (typeof zoom === 'number') return zoom
  const fit = area ? Math.min(area.clientWidth / width, area.clientHeight / height) : 1
  return zoom === 'read' ? Math.max(fit, MIN_READABLE_SCALE) : fit
}

function scrollToState(area: HTMLElement | null, id: string | undefined): void {
  const state = [...(area?.querySelectorAll('[data-id]') ?? [])].find(
    (element) => element.getAttribute('data-id') === id,
  )
  if (!area || !state) return
  const [viewport, stateBox] = [area.getBoundingClientRect(), state.getBoundingClientRect()]
  area.scrollLeft += stateBox.left + stateBox.width / 2 - viewport.left - viewport.width / 2
  area.scrollTop += stateBox.top + stateBox.height / 2 - viewport.top - viewport.height / 2
}

/** Returns the transitions seen in a recording, for a machine whose layout this build does not have. */
function recordedTransitions(steps: readonly Step[]): ReturnType<typeof toTransitionTable> {
  const rows = steps.map((step, index) => ({
    state: index === 0 ? '' : stateText(steps[index - 1]!.value),
    event: eventTypeOf(step),
    to: stateText(step.value),
  }))
  return rows.filter(
    (row, index) =>
      rows.findIndex((other) => other.state === row.state && other.event === row.event && other.to === row.to) ===
      index,
  )
}

function Table({ rows, active = [] }: { rows: ReturnType<typeof toTransitionTable>; active?: readonly string[] }) {
  const translate = useTranslate(inspectorMessages)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{translate('inspector.table.state')}</th>
          <th scope="col">{translate('inspector.table.event')}</th>
          <th scope="col">{translate('inspector.table.to')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ state, event, to }) => (
          <tr key={`${state} ${event} ${to}`} data-on={active.includes(state) || undefined}>
            <th scope="row">
              {state}
              {active.includes(state) && ` (${translate('inspector.table.active')})`}
            </th>
            <td>{event}</td>
            <td>{to || translate('inspector.stays')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
