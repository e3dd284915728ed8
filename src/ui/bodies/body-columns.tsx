import { CubeIcon } from '@phosphor-icons/react/Cube'
import { Link } from '@tanstack/react-router'
import type { Asset } from '../../api/contract/assets.ts'
import { useAtelier } from '../context.ts'
import { Plinth } from '../kit/Plinth.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import type { Column, PhoneItem } from '../list/definition.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import styles from './Bodies.module.css'

/** A body as its list shows it: with how many cages it has. */
export interface BodyRow extends Asset {
  cages: number
}

/** Where a body and its cages are. */
export const bodyPage = ({ id }: Pick<Asset, 'id'>) => ({ to: '/bodies/$id', params: { id } }) as const

/** The columns of the list of bodies. */
export const BODY_COLUMNS: readonly Column<BodyRow>[] = [
  {
    field: 'name',
    headerName: 'bodies.body',
    sortable: true,
    kind: 'text',
    cell: (_, body) => <BodyCell body={body} />,
  },
  { field: 'gender', headerName: 'bodies.gender', width: 140, cell: (_, body) => <BodyGender body={body} /> },
  { field: 'cages', headerName: 'bodies.cages', width: 160, cell: (_, body) => <CageCount body={body} /> },
  {
    field: 'updatedAt',
    headerName: 'bodies.updated',
    width: 180,
    sortable: true,
    kind: 'time',
    leavesUnder: 820,
    cell: (at) => <TimeAgo at={at} />,
  },
]

/** A body on a phone. */
export const bodyOnPhone = (body: BodyRow): PhoneItem => ({
  picture: <BodyPlinth body={body} />,
  name: <Link {...bodyPage(body)}>{body.name}</Link>,
  line: <CageCount body={body} />,
})

const BodyPlinth = ({ body }: { body: Asset }) => (
  <Plinth pigment={pigmentOf(body.type)} src={body.iconUrl}>
    <CubeIcon />
  </Plinth>
)

const BodyCell = ({ body }: { body: Asset }) => (
  <div className={styles.cell}>
    <BodyPlinth body={body} />
    <Link {...bodyPage(body)} className={styles.name}>
      {body.name}
    </Link>
  </div>
)

function BodyGender({ body }: { body: Asset }) {
  const { translate } = useAtelier()
  return <span>{translate(`asset.gender.${body.gender}`)}</span>
}

function CageCount({ body }: { body: BodyRow }) {
  const { translate } = useAtelier()
  return <span data-none={body.cages === 0 || undefined}>{translate('bodies.cages.n', { n: body.cages })}</span>
}
