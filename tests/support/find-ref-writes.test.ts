import { expect, test } from 'vitest'
import { findRefWrites } from './find-ref-writes.ts'

test.each([
  ['in a hook', 'function useIt(x) {\n  const r = useRef(x)\n  r.current = x\n}', ['3: r.current = x']],
  [
    'in a component',
    'const It = ({ x }: Props) => {\n  if (x) r.current ||= x\n  return <b>{x}</b>\n}',
    ['2: if (x) r.current ||= x'],
  ],
  ['in a component inside a call', 'const It = memo(() => {\n  r.current += 1\n})', ['2: r.current += 1']],
  [
    'in a callback that React runs during rendering',
    'function It() {\n  useMemo(() => {\n    r.current++\n  }, [])\n}',
    ['3: r.current++'],
  ],
])('reports a ref written during rendering: %s', (_, code, found) => {
  expect(findRefWrites('it.tsx', code)).toEqual(found)
})

test.each([
  ['in an effect', 'function useIt() {\n  useEffect(() => {\n    r.current = 1\n  })\n}'],
  [
    'in an event handler',
    'function It() {\n  const press = () => {\n    r.current = 1\n  }\n  return <b onClick={press} />\n}',
  ],
  ['outside components and hooks', 'function keep(r) {\n  r.current = 1\n}'],
  ['with another name than current', 'function It() {\n  const current = 1\n  it.other = current\n}'],
])('accepts a write to a property %s', (_, code) => {
  expect(findRefWrites('it.tsx', code)).toEqual([])
})
