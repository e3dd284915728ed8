// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createMachine, type InspectionEvent } from 'xstate'
import { type Atelier, AtelierContext } from '../../src/ui/context.ts'
import { useCreateActor, useMachineActor } from '../../src/ui/machine.ts'

afterEach(cleanup)

const shown = createMachine({ id: 'shown' })
const outliving = createMachine({ id: 'outliving' })

test('whoever inspects the app is told of a machine that a view runs and of one that outlives it', () => {
  const told: string[] = []
  const inspect = (event: InspectionEvent) => {
    if (event.type === '@xstate.actor') told.push((event.actorRef as { logic?: { id?: string } }).logic?.id ?? '')
  }
  render(
    <AtelierContext value={{ inspect } as Atelier}>
      <View />
    </AtelierContext>,
  )
  expect(told).toEqual(['shown', 'outliving'])
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
