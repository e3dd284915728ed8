import { CubeIcon } from '@phosphor-icons/react/Cube'
import { Link } from '@tanstack/react-router'
import type { Asset } from '../../api/contract/assets.ts'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Plinth } from '../kit/layout/Plinth.tsx'
import type { Column, PhoneItem } from '../list/definition.ts'
import { bodiesMessages } from '../messages/bodies.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useTranslate } from '../use-translate.ts'
import styles from './Bodies.module.css'

export interface BodyRow extends Asset {
  cages: number
}

export const bodyLinkOf = ({ id }: Pick<Asset, 'id'>) => ({ to: '/bodies/$id', params: { id } }) as const

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
    hiddenBelowPx: 820,
    cell: (at) => <TimeAgo at={at} />,
  },
]

export const toBodyPhoneItem = (body: BodyRow): PhoneItem => ({
  picture: <BodyPlinth body={body} />,
  name: <Link {...bodyLinkOf(body)}>{body.name}</Link>,
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
    <Link {...bodyLinkOf(body)} className={styles.name}>
      {body.name}
    </Link>
  </div>
)

function BodyGender({ body }: { body: Asset }) {
  const translate = useTranslate()
  return <span>{translate(`asset.gender.${body.gender}`)}</span>
}

function CageCount({ body }: { body: BodyRow }) {
  const translate = useTranslate(bodiesMessages)
  return <span data-none={body.cages === 0 || undefined}>{translate('bodies.cages.n', { n: body.cages })}</span>
}
