import { type Row, rowOffsetOf, totalOf } from '../../../machines/list/paging.ts'
import { lazyComponent } from '../../kit/loading/lazy-module.ts'
import type { ListDefinition } from '../definition.ts'
import type { ListActor } from '../state/list-actor.ts'
import { MOVE_DIALOG, type RowActions } from './use-row-actions.ts'

const MoveDialog = lazyComponent(async () => (await import('../reorder/MoveDialog.tsx')).MoveDialog)

export interface ListDialogsProps<R extends Row> {
  list: ListDefinition<R>
  actor: ListActor<R>
  menus: RowActions<R>
}

/** Dialogs of a list. The code of each dialog is loaded on first use. */
export function ListDialogs<R extends Row>({ list, actor, menus }: ListDialogsProps<R>) {
  const { dialog, closeDialog } = menus
  const { context } = actor.getSnapshot()
  const row = dialog?.row ?? null
  return (
    <>
      {dialog?.name === MOVE_DIALOG && row && (
        <MoveDialog
          name={list.nameOf(row)}
          currentPosition={
            rowOffsetOf(context.shown, context.paging) + context.rows.findIndex(({ id }) => id === row.id) + 1
          }
          total={totalOf(context)}
          onMove={(position) => {
            closeDialog()
            actor.send({ type: 'row.moved', id: row.id, position })
          }}
          onClose={closeDialog}
        />
      )}
      {dialog &&
        dialog.name !== list.preview &&
        list.dialogs?.[dialog.name]?.({ row, onAnswered: menus.onDialogConfirmed, onClose: closeDialog })}
    </>
  )
}
