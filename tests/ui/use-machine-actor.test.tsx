// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type AnyActorRef, createMachine } from 'xstate'
import { type Atelier, AtelierContext } from '../../src/ui/context.ts'
import { useCreateActor, useMachineActor } from '../../src/ui/use-machine-actor.ts'

const shown = createMachine({ id: 'shown' })
const outliving = createMachine({ id: 'outliving' })

test('registers all actors with the inspector before the actors start, also actors that outlive a view', () => {
  const registered: unknown[] = []
  const registerActor = (actor: AnyActorRef) => {
    const { logic, _processingStatus } = actor as unknown as { logic: { id: string }; _processingStatus: number }
    registered.push([logic.id, _processingStatus])
  }
  render(
    <AtelierContext value={{ registerActor } as Atelier}>
      <View />
    </AtelierContext>,
  )
  expect(registered).toEqual([
    ['outliving', 0],
    ['shown', 0],
  ])
})

test('starts all actors if there is no inspector, also actors that outlive a view', () => {
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
