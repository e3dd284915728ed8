import type { ActorRefFrom } from 'xstate'
import type { formMachine } from '../../machines/form.machine.ts'

/** A running form. */
export type FormActor = ActorRefFrom<typeof formMachine>
