import type { ActorRefFrom } from 'xstate'
import type { formMachine } from '../../machines/form/form.machine.ts'

export type FormActor = ActorRefFrom<typeof formMachine>
