import { localePath } from '@bakkum/i18n/locale';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Button } from '@bakkum/ui/button';
import { Wand } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { offerPicture } from '../../../document/sharing/offered-picture.ts';
import { useSite } from '../../../document/use-site.ts';
import type { FileItem } from '../list/conversion-state.ts';
import { pictureToEdit } from './pictures-to-edit.ts';

/**
 * Opens a converted image in the studio, if it can be edited there. The image stays on the device until the user agrees to send
 * it.
 */
export function EditButton({ item }: { readonly item: FileItem }): ReactNode {
  const t = useMessages('conversion');
  const navigate = useNavigate();
  const studio = localePath(useLocale(), pathOf('generator'));
  const { pictureEditing } = useSite();
  const picture = pictureEditing && pictureToEdit(item);
  if (!picture) return undefined;
  const label = t('editNamed', { name: picture.name });
  const edit = (): void => {
    offerPicture(picture);
    void navigate(studio);
  };
  return (
    <Button aria-label={label} title={label} onClick={edit} className="px-3">
      <Wand aria-hidden size={18} />
    </Button>
  );
}
