import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import examples from '../../src/inspector/examples.json'
import { chartOf, hashOf, nodesOf, transitionsOf } from '../../src/inspector/graph.ts'
import { type PackedLayout, packed, unpacked } from '../../src/inspector/layout.ts'
import layouts from '../../src/inspector/layouts.json'
import { machinesPage, mermaidOf, tableOf } from '../../src/inspector/mermaid.ts'
import { allExamples, allMachines } from '../../vite/machines.ts'

const machines = await allMachines()
const known = unpacked(layouts as unknown as Record<string, PackedLayout>)

test('the page of machines is as the machines are: else `npm run machines`', () => {
  expect(readFileSync('docs/machines.md', 'utf8') === machinesPage(machines)).toBe(true)
})

test('the examples of events are those of the models: else `npm run machines`', async () => {
  expect(examples).toEqual(await allExamples())
})

test('every machine has a place in the drawings, and no other has', () => {
  expect(Object.keys(known)).toEqual(machines.map(({ id }) => id))
})

describe.each(machines.map((machine) => [machine.id, machine] as const))('the chart of %s', (id, machine) => {
  const chart = chartOf(machine)
  const layout = known[id]!

  test('is as the machine is: else `npm run machines`', () => {
    expect(layout.hash).toBe(hashOf(machine))
  })

  test('is drawn from the machine itself: nothing of it is lost in the file', () => {
    expect(layout.nodes.map(({ box: _, ...node }) => node)).toEqual(chart.nodes)
    expect(layout.edges.map(({ points: _, label: __, ...edge }) => edge)).toEqual(chart.edges)
    expect(unpacked({ [id]: packed(layout) })[id]).toEqual(layout)
  })

  test('names every guard', () => {
    expect(JSON.stringify(chart)).not.toContain('ƒ')
  })

  test('has each state once, and each transition on exactly one line', () => {
    expect(layout.nodes.map((node) => node.id)).toEqual(nodesOf(machine.root).map((node) => node.id))
    const drawn = [...layout.nodes, ...layout.edges].flatMap(({ lines }) => lines.flatMap(({ ids }) => ids))
    const meant = nodesOf(machine.root).flatMap((node) =>
      transitionsOf(node).flatMap(([type, all]) => all.map((_, index) => `${node.id}|${type}|${index}`)),
    )
    expect([...drawn].sort()).toEqual([...meant].sort())
    expect(tableOf(chart).length).toBeGreaterThanOrEqual(drawn.length)
  })

  test('has no box over another, and no label under one', () => {
    type Box = readonly [x: number, y: number, width: number, height: number]
    const meets = ([x, y, w, h]: Box, [ox, oy, ow, oh]: Box) => x < ox + ow && ox < x + w && y < oy + oh && oy < y + h
    const leaves = layout.nodes.filter((node) => !layout.nodes.some(({ parent }) => parent === node.id))
    const siblings = layout.nodes.flatMap((one, at) =>
      layout.nodes.slice(at + 1).filter((other) => other.parent === one.parent && meets(one.box, other.box)),
    )
    expect(siblings.map((node) => node.id)).toEqual([])
    const under = layout.edges.flatMap(({ from, to, label }) =>
      leaves.filter(({ box }) => meets(box, label)).map((leaf) => `${from} → ${to} under ${leaf.id}`),
    )
    expect(under).toEqual([])
  })

  test('is a Mermaid diagram with every state and edge', () => {
    const lines = mermaidOf(chart).split('\n')
    expect(lines.filter((line) => /^\s*state "/.test(line)).length).toBe(chart.nodes.length - 1)
    expect(lines.filter((line) => / --> \w+ : /.test(line)).length).toBe(chart.edges.length)
  })
})
