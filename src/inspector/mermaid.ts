import type { AnyStateMachine } from 'xstate'
import { type Chart, type ChartNode, chartOf, hashOf } from './graph.ts'

const word = (id: string) => id.replace(/\W/g, '_')
const clean = (text: string) => text.replace(/[:;#"]/g, ' ')

/** The chart as a Mermaid state diagram. */
export function mermaidOf(chart: Chart): string {
  const lines = ['stateDiagram-v2']
  const inside = (parent: string | undefined) => chart.nodes.filter((node) => node.parent === parent)
  const write = (node: ChartNode, indent: string): void => {
    const children = inside(node.id)
    lines.push(`${indent}state "${node.name}" as ${word(node.id)}${children.length > 0 ? ' {' : ''}`)
    for (const [index, child] of children.entries()) {
      if (node.kind === 'parallel' && index > 0) lines.push(`${indent}  --`)
      write(child, `${indent}  `)
      if (child.isInitial) lines.push(`${indent}  [*] --> ${word(child.id)}`)
      if (child.kind === 'final') lines.push(`${indent}  ${word(child.id)} --> [*]`)
    }
    if (children.length > 0) lines.push(`${indent}}`)
    for (const { text } of node.lines)
      if (children.length === 0) lines.push(`${indent}${word(node.id)} : ${clean(text)}`)
  }
  for (const node of inside(chart.id)) {
    write(node, '  ')
    if (node.isInitial) lines.push(`  [*] --> ${word(node.id)}`)
  }
  for (const { from, to, lines: said } of chart.edges)
    lines.push(
      `  ${from === chart.id ? '[*]' : word(from)} --> ${word(to)} : ${said.map(({ text }) => clean(text)).join('<br>')}`,
    )
  return lines.join('\n')
}

/** Every state with every event it hears, and where that leads. */
export function tableOf(chart: Chart): { state: string; event: string; to: string }[] {
  const short = (id: string) => (id === chart.id ? chart.id : id.slice(chart.id.length + 1))
  return chart.nodes.flatMap((node) => [
    ...node.lines.map(({ text }) => ({ state: short(node.id), event: text, to: '' })),
    ...chart.edges
      .filter(({ from }) => from === node.id)
      .flatMap(({ to, lines }) => lines.map(({ text }) => ({ state: short(node.id), event: text, to: short(to) }))),
  ])
}

/** All machines as a page of the docs. */
export function machinesPage(machines: readonly AnyStateMachine[]): string {
  const parts = machines.map((machine) => {
    const chart = chartOf(machine)
    const cell = (text: string) => text.replaceAll('|', '\\|')
    const rows = tableOf(chart).map(
      ({ state, event, to }) => `| ${cell(state)} | ${cell(event)} | ${cell(to) || '–'} |`,
    )
    return [
      `## ${machine.id}`,
      `<!-- ${hashOf(machine)} -->`,
      `\`\`\`mermaid\n${mermaidOf(chart)}\n\`\`\``,
      ['| state | event | leads to |', '| --- | --- | --- |', ...rows].join('\n'),
    ].join('\n\n')
  })
  const head =
    'Written by `npm run machines` from the definitions; a test fails when this page is stale. ✕: heard, and nothing happens.'
  return `# The machines\n\n${head}\n\n${parts.join('\n\n')}\n`
}
