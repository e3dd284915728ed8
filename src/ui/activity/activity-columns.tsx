import type { AuditRecord } from '../../api/contract/audit.ts'
import type { Column, PhoneItem } from '../list/definition.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { ActionWord, AddressWord, Details, PersonWord } from './ActivityCells.tsx'
import { detailsOf } from './details-told.ts'

/** The columns of what happened; whose account it was stands there where it may be anybody’s. */
export const activityColumns = (isAdmin: boolean): readonly Column<AuditRecord>[] => [
  { field: 'action', headerName: 'audit.action', width: 280, cell: (action) => <ActionWord action={action} /> },
  ...(isAdmin ? [PERSON] : []),
  {
    field: 'details',
    headerName: 'audit.details',
    leavesUnder: 820,
    text: (details) => detailsOf(details).join(' · '),
    cell: (details) => <Details of={details} />,
  },
  {
    field: 'address',
    headerName: 'audit.address',
    width: 148,
    tooltip: 'audit.address.tip',
    leavesUnder: 920,
    cell: (_, record) => <AddressWord record={record} />,
  },
  {
    field: 'at',
    headerName: 'audit.at',
    width: 132,
    sortable: true,
    kind: 'time',
    cell: (at) => <TimeAgo at={at} />,
  },
]

const PERSON: Column<AuditRecord> = {
  field: 'email',
  headerName: 'audit.person',
  width: 240,
  text: (email, { name }) => [name, email].filter(Boolean).join(' '),
  cell: (_, record) => <PersonWord record={record} />,
}

/** What happened, on a phone. */
export const activityOnPhone = (record: AuditRecord): PhoneItem => ({
  name: <ActionWord action={record.action} />,
  aside: <TimeAgo at={record.at} style="narrow" />,
  line: <PersonWord record={record} />,
})
