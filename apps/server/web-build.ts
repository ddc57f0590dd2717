import type { Site } from '@bakkum/site/brand';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { RenderPage } from './pages.ts';

/** The part of the website's server entry that is ours: puts the site's settings where its loaders find them. */
type ContextMaker = (site: Site) => RouterContextProvider;

/** Turns the website's build into a function that renders its pages. `load` is called for every request while developing. */
export function rendererOf(load: () => Promise<ServerBuild> | ServerBuild, mode: 'production' | 'development'): RenderPage {
  return async (request, site) => {
    const build = await load();
    return createRequestHandler(build, mode)(request, contextMakerOf(build)(site));
  };
}

function contextMakerOf(build: ServerBuild): ContextMaker {
  const entry: object = build.entry.module;
  if (!('loadContextFor' in entry) || typeof entry.loadContextFor !== 'function') {
    throw new Error('the website’s server entry exports no loadContextFor');
  }
  const make = entry.loadContextFor;
  return (site) => {
    const context: unknown = make(site);
    if (context instanceof RouterContextProvider) return context;
    throw new Error(
      'loadContextFor made no RouterContextProvider: the website and the server load different copies of react-router',
    );
  };
}
