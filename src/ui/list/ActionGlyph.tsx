import { AppWindowIcon } from '@phosphor-icons/react/AppWindow'
import { ArrowLineDownIcon } from '@phosphor-icons/react/ArrowLineDown'
import { ArrowLineUpIcon } from '@phosphor-icons/react/ArrowLineUp'
import { ArrowSquareOutIcon } from '@phosphor-icons/react/ArrowSquareOut'
import { ArrowsDownUpIcon } from '@phosphor-icons/react/ArrowsDownUp'
import { CopyIcon } from '@phosphor-icons/react/Copy'
import { EyeIcon } from '@phosphor-icons/react/Eye'
import { HashIcon } from '@phosphor-icons/react/Hash'
import { ImagesSquareIcon } from '@phosphor-icons/react/ImagesSquare'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { LockSimpleOpenIcon } from '@phosphor-icons/react/LockSimpleOpen'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { PersonIcon } from '@phosphor-icons/react/Person'
import { TagIcon } from '@phosphor-icons/react/Tag'
import { TrashIcon } from '@phosphor-icons/react/Trash'

/** Icons by name, as elements. Component references would make the bundle include every weight of each icon. */
const GLYPHS = {
  open: <ArrowSquareOutIcon />,
  preview: <EyeIcon />,
  images: <ImagesSquareIcon />,
  application: <AppWindowIcon />,
  fit: <PersonIcon />,
  body: <PersonIcon />,
  lock: <LockSimpleIcon />,
  move: <ArrowsDownUpIcon />,
  top: <ArrowLineUpIcon />,
  end: <ArrowLineDownIcon />,
  number: <HashIcon />,
  copy: <CopyIcon />,
  unlock: <LockSimpleOpenIcon />,
  edit: <PencilSimpleIcon />,
  tag: <TagIcon />,
  delete: <TrashIcon />,
}

export type ActionGlyphName = keyof typeof GLYPHS

export const ActionGlyph = ({ name }: { name: ActionGlyphName }) => GLYPHS[name]
