import { AppWindowIcon } from '@phosphor-icons/react/AppWindow'
import { ArrowSquareOutIcon } from '@phosphor-icons/react/ArrowSquareOut'
import { ArrowsDownUpIcon } from '@phosphor-icons/react/ArrowsDownUp'
import { EyeIcon } from '@phosphor-icons/react/Eye'
import { ImagesSquareIcon } from '@phosphor-icons/react/ImagesSquare'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { LockSimpleOpenIcon } from '@phosphor-icons/react/LockSimpleOpen'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { PersonIcon } from '@phosphor-icons/react/Person'
import { TagIcon } from '@phosphor-icons/react/Tag'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import type { ReactElement } from 'react'

/** Drawn here, not handed on as components: those may be drawn in any weight, and all of them would come with the list. */
const GLYPHS = {
  open: <ArrowSquareOutIcon />,
  preview: <EyeIcon />,
  images: <ImagesSquareIcon />,
  application: <AppWindowIcon />,
  fit: <PersonIcon />,
  body: <PersonIcon />,
  lock: <LockSimpleIcon />,
  move: <ArrowsDownUpIcon />,
  unlock: <LockSimpleOpenIcon />,
  edit: <PencilSimpleIcon />,
  tag: <TagIcon />,
  delete: <TrashIcon />,
}

/** What stands before an action's title: a glyph by its name, or something of its own. */
export type ActionIcon = keyof typeof GLYPHS | ReactElement | null

/** Draws the icon of an action. */
export const glyphOf = (icon: ActionIcon | undefined): ReactElement | null =>
  typeof icon === 'string' ? GLYPHS[icon] : (icon ?? null)
