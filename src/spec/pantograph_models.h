// The models of a pantograph, one row each: what `pantograph.model` may say. ROW(chain) stands for
// the choice "chain" and for cat_chain_pantograph in src/mechanism (models.h).
#ifndef CAT_SPEC_PANTOGRAPH_MODELS_H
#define CAT_SPEC_PANTOGRAPH_MODELS_H

#define CAT_PANTOGRAPH_MODELS(ROW) ROW(chain) ROW(linkage)

#define CAT_MODEL_NUMBER(name) CAT_MODEL_##name,
enum { CAT_PANTOGRAPH_MODELS(CAT_MODEL_NUMBER) CAT_MODELS };
#undef CAT_MODEL_NUMBER

#endif
