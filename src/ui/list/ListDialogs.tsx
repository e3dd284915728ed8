import { offsetOf, type Row, totalOf } from '../../machines/rules/paging.ts'
import { shownPart } from '../kit/part.ts'
import type { ListDefinition } from './definition.ts'
import type { ListActor } from './list-actor.ts'
import { MOVE_TO, type RowActions } from './use-row-actions.ts'

const MoveDialog = shownPart(async () => (await import('./MoveDialog.tsx')).MoveDialog)

/** Props of {@link ListDialogs}. */
export interface ListDialogsProps<R extends Row> {
  list: ListDefinition<R>
  actor: ListActor<R>
  menus: RowActions<R>
}

/** What a list asks and tells over the page; each part is loaded when first wanted. */
export function ListDialogs<R extends Row>({ list, actor, menus }: ListDialogsProps<R>) {
  const { question, close } = menus
  const { context } = actor.getSnapshot()
  const row = question?.row ?? null
  return (
    <>
      {question?.name === MOVE_TO && row && (
        <MoveDialog
          name={list.nameOf(row)}
          place={offsetOf(context.shown, context.paging) + context.rows.findIndex(({ id }) => id === row.id) + 1}
          total={totalOf(context)}
          onMove={(position) => {
            close()
            actor.send({ type: 'row.moved', id: row.id, position })
          }}
          onClose={close}
        />
      )}
      {question &&
        question.name !== list.preview &&
        list.questions?.[question.name]?.({ row, onAnswered: menus.answered, onClose: close })}
    </>
  )
}
