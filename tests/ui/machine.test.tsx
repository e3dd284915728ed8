// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type AnyActorRef, createMachine } from 'xstate'
import { type Atelier, AtelierContext } from '../../src/ui/context.ts'
import { useCreateActor, useMachineActor } from '../../src/ui/machine.ts'

afterEach(cleanup)

const shown = createMachine({ id: 'shown' })
const outliving = createMachine({ id: 'outliving' })

test('whoever inspects the app is told of a machine that a view runs and of one that outlives it, before either starts', () => {
  const told: unknown[] = []
  const watch = (actor: AnyActorRef) => {
    const { logic, _processingStatus } = actor as unknown as { logic: { id: string }; _processingStatus: number }
    told.push([logic.id, _processingStatus])
  }
  render(
    <AtelierContext value={{ watch } as Atelier}>
      <View />
    </AtelierContext>,
  )
  expect(told).toEqual([
    ['outliving', 0],
    ['shown', 0],
  ])
})

test('without one, both run all the same', () => {
  const { container } = render(
    <AtelierContext value={{} as Atelier}>
      <View />
    </AtelierContext>,
  )
  expect(container.textContent).toBe('active active')
})

function View() {
  const one = useMachineActor(shown)
  const create = useCreateActor()
  const other = create(outliving)
  other.start()
  return `${one.getSnapshot().status} ${other.getSnapshot().status}`
}
