import { CornersInIcon } from '@phosphor-icons/react/CornersIn'
import { MinusIcon } from '@phosphor-icons/react/Minus'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { TableIcon } from '@phosphor-icons/react/Table'
import { useEffect, useRef, useState } from 'react'
import { useAtelier } from '../ui/context.ts'
import { Button } from '../ui/kit/Button.tsx'
import { IconButton } from '../ui/kit/IconButton.tsx'
import { ChartDrawing } from './ChartDrawing.tsx'
import styles from './Inspector.module.css'
import { type Layout, type PackedLayout, unpacked } from './layout.ts'
import known from './layouts.json'
import { mermaidOf, tableOf } from './mermaid.ts'
import { activeIds, type Step, stateText, typeOf } from './recording.ts'
import { saveText, svgText } from './save.ts'
import type { Inspector } from './use-inspector.ts'

/** Every machine of this build, drawn. */
export const layouts = unpacked(known as unknown as Record<string, PackedLayout>)

/** The statechart of the chosen actor, with where it stands and what it did last. */
export function ChartView({ inspector: { recording, chosen, step } }: { inspector: Inspector }) {
  const { translate } = useAtelier()
  // As large as there is room, but never too small to read, until somebody zooms.
  const [zoom, setZoom] = useState<number | 'read' | 'fit'>('read')
  const [isTable, setTable] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const actor = recording.actors.find(({ id }) => id === chosen)
  const steps = recording.steps.filter((it) => it.actor === chosen && (step === null || it.n <= step))
  const last = steps.at(-1)
  const { machine } = actor ?? {}
  const layout = machine !== undefined && Object.hasOwn(layouts, machine) ? layouts[machine] : undefined
  const active = machine !== undefined && last?.status === 'active' ? activeIds(machine, last.value) : []
  const before = machine !== undefined ? activeIds(machine, steps.at(-2)?.value ?? null) : []
  const followed = active.findLast((id) => !before.includes(id)) ?? active.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is followed where it leads to the same state, too
  useEffect(() => follow(area.current, followed), [followed, last, zoom, machine])
  if (!actor || machine === undefined) return <p className={styles.none}>{translate('inspector.chart.none')}</p>
  if (!layout || recording.machines[machine]?.hash !== layout.hash) {
    return (
      <div className={styles.scroll}>
        <p className={styles.none}>{translate('inspector.chart.other', { machine })}</p>
        <Table rows={walked(steps)} />
      </div>
    )
  }
  const chart = { id: machine, nodes: layout.nodes, edges: layout.edges }
  const scale = (by: number) => setZoom(Math.min(2, Math.max(0.25, scaleOf(zoom, area.current, layout) * by)))
  return (
    <div className={styles.chart}>
      <div className={styles.tools}>
        <IconButton size="sm" label={translate('inspector.zoom.out')} icon={<MinusIcon />} onClick={() => scale(0.8)} />
        <IconButton size="sm" label={translate('inspector.zoom.in')} icon={<PlusIcon />} onClick={() => scale(1.25)} />
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
          onClick={() => saveText(`${machine}.svg`, 'image/svg+xml', svgText(area.current?.querySelector('svg')))}
        >
          SVG
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={translate('inspector.save', { what: 'Mermaid' })}
          onClick={() => saveText(`${machine}.mmd`, 'text/plain', mermaidOf(chart))}
        >
          Mermaid
        </Button>
      </div>
      <div ref={area} className={styles.canvas} data-fits={typeof zoom === 'string' || undefined}>
        {isTable ? (
          <Table rows={tableOf(chart)} active={active.map((id) => id.slice(machine.length + 1) || machine)} />
        ) : (
          <ChartDrawing
            layout={layout}
            machine={machine}
            active={active}
            last={last}
            {...(typeof zoom === 'number' && { width: layout.size[0] * zoom })}
            {...(zoom === 'read' && { least: READABLE })}
          />
        )}
      </div>
    </div>
  )
}

/** Points of the screen for one of the drawing, below which its words cannot be read. */
const READABLE = 0.85

function scaleOf(zoom: number | 'read' | 'fit', area: HTMLElement | null, { size: [width, height] }: Layout): number {
  if (typeof zoom === 'number') return zoom
  const fit = area ? Math.min(area.clientWidth / width, area.clientHeight / height) : 1
  return zoom === 'read' ? Math.max(fit, READABLE) : fit
}

/** Brings a state to the middle of what is seen of the chart. */
function follow(area: HTMLElement | null, id: string | undefined): void {
  const state = [...(area?.querySelectorAll('[data-id]') ?? [])].find((it) => it.getAttribute('data-id') === id)
  if (!area || !state) return
  const [seen, there] = [area.getBoundingClientRect(), state.getBoundingClientRect()]
  area.scrollLeft += there.left + there.width / 2 - seen.left - seen.width / 2
  area.scrollTop += there.top + there.height / 2 - seen.top - seen.height / 2
}

/** What a recording itself tells of a machine that is not known here. */
function walked(steps: readonly Step[]): ReturnType<typeof tableOf> {
  const rows = steps.map((step, at) => ({
    state: at === 0 ? '' : stateText(steps[at - 1]!.value),
    event: typeOf(step),
    to: stateText(step.value),
  }))
  return rows.filter(
    (row, at) => rows.findIndex((it) => it.state === row.state && it.event === row.event && it.to === row.to) === at,
  )
}

function Table({ rows, active = [] }: { rows: ReturnType<typeof tableOf>; active?: readonly string[] }) {
  const { translate } = useAtelier()
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
