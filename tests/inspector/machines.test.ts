import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chartOf, hashMachine, nodesOf, transitionsOf } from '../../src/inspector/chart.ts'
import { type PackedChartLayout, packLayout, unpackLayouts } from '../../src/inspector/chart-layout.ts'
import examples from '../../src/inspector/examples.json'
import layouts from '../../src/inspector/layouts.json'
import folders from '../../src/inspector/machine-folders.json'
import { renderMachinesPage, toMermaid, toTransitionTable } from '../../src/inspector/mermaid.ts'
import { listMachineFolders } from '../../vite/machine-files.ts'
import { loadAllMachines, loadEventExamples } from '../../vite/machines.ts'

const machines = await loadAllMachines()
const layoutsByName = unpackLayouts(layouts as unknown as Record<string, PackedChartLayout>)

test('docs/reference/machines.md is up to date (else run `npm run machines`)', () => {
  expect(readFileSync('docs/reference/machines.md', 'utf8') === renderMachinesPage(machines)).toBe(true)
})

test('the example events are up to date (else run `npm run machines`)', async () => {
  expect(examples).toEqual(await loadEventExamples())
})

test('the folders of the machines are up to date (else run `npm run machines`)', () => {
  expect(folders).toEqual(listMachineFolders())
})

test('every machine has a chart layout, and no other layouts exist', () => {
  expect(Object.keys(layoutsByName)).toEqual(machines.map(({ id }) => id))
})

describe.each(machines.map((machine) => [machine.id, machine] as const))('the chart of %s', (id, machine) => {
  const chart = chartOf(machine)
  const layout = layoutsByName[id]!

  test('matches the machine (else run `npm run machines`)', () => {
    expect(layout.hash).toBe(hashMachine(machine))
  })

  test('has all states and transitions of the machine, and is the same after packing and unpacking', () => {
    expect(layout.nodes.map(({ box: _, ...node }) => node)).toEqual(chart.nodes)
    expect(layout.edges.map(({ points: _, label: __, ...edge }) => edge)).toEqual(chart.edges)
    expect(unpackLayouts({ [id]: packLayout(layout) })[id]).toEqual(layout)
  })

  test('names every guard', () => {
    expect(JSON.stringify(chart)).not.toContain('ƒ')
  })

  test('has each state once, and each transition on exactly one line', () => {
    expect(layout.nodes.map((node) => node.id)).toEqual(nodesOf(machine.root).map((node) => node.id))
    const drawnIds = [...layout.nodes, ...layout.edges].flatMap(({ lines }) => lines.flatMap(({ ids }) => ids))
    const meant = nodesOf(machine.root).flatMap((node) =>
      transitionsOf(node).flatMap(([type, all]) => all.map((_, index) => `${node.id}|${type}|${index}`)),
    )
    expect([...drawnIds].sort()).toEqual([...meant].sort())
    expect(toTransitionTable(chart).length).toBeGreaterThanOrEqual(drawnIds.length)
  })

  test('has no overlapping boxes, and no label under a box', () => {
    type Box = readonly [x: number, y: number, width: number, height: number]
    const meets = ([x, y, w, h]: Box, [ox, oy, ow, oh]: Box) => x < ox + ow && ox < x + w && y < oy + oh && oy < y + h
    const leafNodes = layout.nodes.filter((node) => !layout.nodes.some(({ parent }) => parent === node.id))
    const siblings = layout.nodes.flatMap((node, at) =>
      layout.nodes.slice(at + 1).filter((other) => other.parent === node.parent && meets(node.box, other.box)),
    )
    expect(siblings.map((node) => node.id)).toEqual([])
    const coveredLabels = layout.edges.flatMap(({ from, to, label }) =>
      leafNodes.filter(({ box }) => meets(box, label)).map((leafNode) => `${from} → ${to} under ${leafNode.id}`),
    )
    expect(coveredLabels).toEqual([])
  })

  test('is exported as a Mermaid diagram with every state and transition', () => {
    const lines = toMermaid(chart).split('\n')
    expect(lines.filter((line) => /^\s*state "/.test(line)).length).toBe(chart.nodes.length - 1)
    expect(lines.filter((line) => / --> \w+ : /.test(line)).length).toBe(chart.edges.length)
  })
})
