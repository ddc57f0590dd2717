import { PLANS } from '@bakkum/api-contract/billing/plans';
import { wordsOf } from '@bakkum/i18n/catalogue';
import { localePath, splitLocale } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { pageData } from '../../document/page-data.server.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { workInProgress } from '../../document/work-in-progress.ts';
import { CreditsWidget } from '../../features/credits/credits-widget.tsx';
import { StudioScreen } from '../../features/studio/studio-screen.tsx';
import { SIGN_IN_MESSAGES } from '../../session/sign-in-prompt.ts';
import { useStore } from '../../state/use-store.ts';
import type { Route } from './+types/generator';

export function loader({ url }: Route.LoaderArgs) {
  const { lookup } = wordsOf(splitLocale(url.pathname).locale, 'studio');
  const design = { title: lookup('designTitle') ?? '', description: lookup('designDescription') ?? '' };
  return { ...pageData(url, 'studio', ['credits', 'packs', ...SIGN_IN_MESSAGES]), design, freeCredits: PLANS.free.credits };
}

/** Without image services, the page is titled after the design studio. */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { imageServices } = matches[0].loaderData.site;
  return pageMeta({ loaderData: imageServices ? loaderData : { ...loaderData, ...loaderData.design }, matches });
}

export default function GeneratorPage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const converter = localePath(useLocale(), pathOf('converter'));
  const convert = async (files: readonly File[]): Promise<void> => {
    const { workbench } = await import('../../features/conversion/workbench.ts');
    await Promise.all([workbench.add(files), navigate(converter)]);
  };
  return (
    <StudioScreen
      credits={<CreditsWidget statementLink />}
      onConvert={(files) => void convert(files)}
      converted={useConverted()}
      freeCredits={loaderData.freeCredits}
    />
  );
}

const NONE: readonly File[] = [];

/** Images the converter made in this tab; the code loads only if it was used. */
function useConverted(): readonly File[] {
  const [pictures, setPictures] = useState(NONE);
  const { done } = useStore(workInProgress);
  useEffect(() => {
    if (done === 0) return;
    let current = true;
    void import('../../features/conversion/edit-in-studio/converted-pictures.ts').then(({ convertedPictures }) => {
      if (current) setPictures(convertedPictures());
    });
    return () => {
      current = false;
    };
  }, [done]);
  return done === 0 ? NONE : pictures;
}
