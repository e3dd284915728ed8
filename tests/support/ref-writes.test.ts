import { expect, test } from 'vitest'
import { refWrites } from './ref-writes.ts'

test.each([
  ['in a hook', 'function useIt(x) {\n  const r = useRef(x)\n  r.current = x\n}', ['3: r.current = x']],
  [
    'in a component',
    'const It = ({ x }: Props) => {\n  if (x) r.current ||= x\n  return <b>{x}</b>\n}',
    ['2: if (x) r.current ||= x'],
  ],
  ['in a component inside a call', 'const It = memo(() => {\n  r.current += 1\n})', ['2: r.current += 1']],
  [
    'in what React runs at once',
    'function It() {\n  useMemo(() => {\n    r.current++\n  }, [])\n}',
    ['3: r.current++'],
  ],
])('a ref written while rendering is found: %s', (_, code, found) => {
  expect(refWrites('it.tsx', code)).toEqual(found)
})

test.each([
  ['in an effect', 'function useIt() {\n  useEffect(() => {\n    r.current = 1\n  })\n}'],
  [
    'in a handler',
    'function It() {\n  const press = () => {\n    r.current = 1\n  }\n  return <b onClick={press} />\n}',
  ],
  ['outside of React', 'function keep(r) {\n  r.current = 1\n}'],
  ['of another name', 'function It() {\n  const current = 1\n  it.other = current\n}'],
])('what is written later, or is no ref, is none: %s', (_, code) => {
  expect(refWrites('it.tsx', code)).toEqual([])
})
