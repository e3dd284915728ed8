import type { ActorRefFrom } from 'xstate'
import type { createListMachine } from '../../../machines/list/list.machine.ts'
import type { Row } from '../../../machines/list/paging.ts'

export type ListActor<R extends Row> = ActorRefFrom<ReturnType<typeof createListMachine<R>>>
