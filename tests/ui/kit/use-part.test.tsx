// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { part } from '../../../src/ui/kit/part.ts'
import { usePart } from '../../../src/ui/kit/use-part.ts'

afterEach(cleanup)

const Part = () => null

test('A part that did not come is asked for again at the next wish', async () => {
  const answers = [() => Promise.reject(new Error('offline')), () => Promise.resolve(Part)]
  const own = part<typeof Part>(() => answers.shift()!())
  const { result } = renderHook(() => usePart(own))
  const came: boolean[] = []
  await act(async () => {
    came.push(await result.current[1]('want'))
  })
  const first = result.current[0]
  await act(async () => {
    came.push(await result.current[1]('want'))
  })
  expect({ came, first, second: result.current[0] }).toEqual({ came: [false, true], first: undefined, second: Part })
})
